;;; emacs.el --- Plays an editing session in Emacs -*- lexical-binding: t; -*-
;; emacs --batch -L FOLDER-OF-tray-mode -l emacs.el -f tray-test-mode, or -f tray-test-eglot; in a folder with lamp.tray.

(require 'imenu)
(require 'tray-mode)

(defun tray-test-until (what is-so)
  "Wait until IS-SO returns something; WHAT says what that is."
  (let ((turns 0) value)
    (while (not (setq value (funcall is-so)))
      (when (> (setq turns (1+ turns)) 5000) (error "Never came: %s" what))
      (accept-process-output nil 0.02))
    value))

(defun tray-test-equal (found wanted)
  "Fail unless FOUND is WANTED."
  (unless (equal found wanted) (error "Found %S, wanted %S" found wanted)))

(defun tray-test-face (text)
  "The face of the last letter of the first TEXT."
  (goto-char (point-min))
  (search-forward text)
  (get-text-property (1- (point)) 'face))

(defun tray-test-mode ()
  "The mode alone, as it is where Eglot is not."
  (tray-test-equal (featurep 'eglot) nil)
  (find-file "lamp.tray")
  (tray-test-equal major-mode 'tray-mode)
  (font-lock-ensure)
  (tray-test-equal (tray-test-face "shines") 'font-lock-comment-face)
  (tray-test-equal (tray-test-face "spec") 'font-lock-keyword-face)
  (tray-test-equal (tray-test-face "Bool") 'font-lock-type-face)
  (tray-test-equal (tray-test-face "var light") 'font-lock-function-name-face)
  (tray-test-equal (tray-test-face "= false") 'font-lock-constant-face)
  (tray-test-equal (mapcar #'car (funcall imenu-create-index-function))
                   '("Lamp" "light" "setTo" "switchOn" "switchOff" "itIsALamp"))
  (indent-region (point-min) (point-max))
  (goto-char (point-min))
  (search-forward "\n    light = value\n")
  (search-forward "\n    light || !light\n")
  (goto-char (point-max))
  (insert "/* a /* nested */ comment { */")
  (tray-test-equal (save-excursion (nth 4 (syntax-ppss (- (point) 5)))) 1)
  (tray-test-equal (nth 4 (syntax-ppss)) nil)
  (princ "all of it went well\n"))

(defun tray-test-text (part)
  "Whether PART stands in the buffer."
  (save-excursion (goto-char (point-min)) (search-forward part nil t)))

(defun tray-test-eglot ()
  "What the language server says."
  (require 'eglot)
  (setq eglot-sync-connect 100 eglot-autoshutdown t eglot-connect-timeout 100 eglot-confirm-server-initiated-edits nil)
  (find-file "lamp.tray")
  (flymake-mode 1)
  (apply #'eglot (eglot--guess-contact))
  (let ((found (tray-test-until "a mistake" (lambda () (flymake-start) (flymake-diagnostics)))))
    (unless (string-match-p "lightt" (flymake-diagnostic-text (car found))) (error "Found %S" found)))
  (goto-char (point-min))
  (search-forward "lightt")
  (replace-match "light")
  (eglot--signal-textDocument/didChange)
  (tray-test-until "its end" (lambda () (flymake-start) (not (flymake-diagnostics))))
  (goto-char (point-min))
  (search-forward "|| !li")
  (let ((completion (eglot-completion-at-point)))
    (unless (member "light" (all-completions "li" (nth 2 completion)))
      (error "Found %S" (all-completions "li" (nth 2 completion)))))
  (goto-char (point-min))
  (search-forward "var l")
  (eglot-rename "glow")
  (tray-test-until "the new name" (lambda () (tray-test-text "glow || !glow")))
  (eglot-format-buffer)
  (tray-test-until "the one style" (lambda () (tray-test-text "(_ value: Bool) { glow = value }\n")))
  (eglot-shutdown (eglot-current-server))
  (princ "all of it went well\n"))

;;; emacs.el ends here
