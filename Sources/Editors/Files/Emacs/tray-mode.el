;;; tray-mode.el --- Specs of notification trays -*- lexical-binding: t; -*-

;; Version: @VERSION@
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; A major mode for '.tray' files.  With Eglot, which is part of Emacs from 29 on, it speaks with the language server
;; of Traycheck: M-x eglot, or (add-hook 'tray-mode-hook #'eglot-ensure).

;;; Code:

(defgroup tray nil
  "Specs of notification trays."
  :group 'languages)

(defcustom tray-traycheck-path "@TOOL@"
  "The executable `traycheck', by its path or as it is found through PATH."
  :type 'string
  :risky t)

(defcustom tray-indent-offset 4
  "By how many columns a block is indented."
  :type 'integer
  :safe #'integerp)

;; The words are those of the parser.
(defconst tray--declarations (split-string "@DECLARATIONS@"))
(defconst tray--statements (split-string "@STATEMENTS@"))
(defconst tray--others (split-string "@OTHERS@"))
(defconst tray--constants (split-string "@CONSTANTS@"))
(defconst tray--types (split-string "@TYPES@"))

(defvar tray-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124" table)
    (modify-syntax-entry ?* ". 23bn" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?' "." table)
    (dolist (operator (string-to-list "+-=<>&|%!?"))
      (modify-syntax-entry operator "." table))
    table)
  "Comments of `tray-mode' are as in Swift: `//', and `/*' that nests.")

(defun tray--words (words)
  "A regular expression for WORDS that do not stand behind a dot."
  (concat "\\(?:^\\|[^.[:word:]]\\)" (regexp-opt words "\\(") "\\_>"))

(defvar tray-font-lock-keywords
  `((,(concat (tray--words tray--declarations) "[ \t]+\\([A-Za-z_][A-Za-z0-9_]*\\)")
     (1 font-lock-keyword-face) (2 (tray--face-of-name (match-string 2))))
    (,(tray--words tray--declarations) 1 font-lock-keyword-face)
    (,(tray--words tray--statements) 1 font-lock-keyword-face)
    (,(tray--words tray--others) 1 font-lock-keyword-face)
    (,(tray--words tray--constants) 1 font-lock-constant-face)
    (,(tray--words tray--types) 1 font-lock-type-face)
    ("\\_<[A-Z][A-Za-z0-9_]*\\_>" . font-lock-type-face)
    ("\\(?:^\\|[^])?.[:word:]]\\)\\(\\.[A-Za-z_][A-Za-z0-9_]*\\)" 1 font-lock-constant-face))
  "What is coloured in `tray-mode'.")

(defun tray--face-of-name (name)
  "The face of NAME behind a word that declares it."
  (cond ((member name tray--declarations) 'font-lock-keyword-face)
        ((let ((case-fold-search nil)) (string-match-p "\\`[A-Z]" name)) 'font-lock-type-face)
        (t 'font-lock-function-name-face)))

(defun tray-indent-line ()
  "Indent a line by the brackets around it."
  (interactive)
  (let* ((depth (save-excursion
                  (back-to-indentation)
                  (let ((state (syntax-ppss)))
                    (if (nth 8 state)
                        nil
                      (max 0 (- (nth 0 state) (if (looking-at "[])}]") 1 0)))))))
         (column (current-column))
         (indentation (current-indentation)))
    (when depth
      (indent-line-to (* depth tray-indent-offset))
      (when (> column indentation)
        (move-to-column (+ (current-indentation) (- column indentation)))))))

(defvar tray-imenu-expression
  `((nil ,(concat "^" (regexp-opt tray--declarations "\\(?:") "[ \t]+\\([A-Za-z_][A-Za-z0-9_]*\\)") 1)))

(defun tray-check ()
  "Check the spec of this buffer, in a compilation buffer."
  (interactive)
  (compile (concat (shell-quote-argument tray-traycheck-path) " @CHECK@ "
                   (shell-quote-argument (buffer-file-name)))))

;;;###autoload
(define-derived-mode tray-mode prog-mode "Tray"
  "A major mode for specs of notification trays."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "\\(?://+\\|/\\*+\\)[ \t]*")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'tray-indent-line)
  (setq-local electric-indent-chars (append "{}])" electric-indent-chars))
  (setq-local imenu-generic-expression tray-imenu-expression)
  (setq-local font-lock-defaults '(tray-font-lock-keywords)))

(define-key tray-mode-map (kbd "C-c C-c") #'tray-check)

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.tray\\'" . tray-mode))

(defun tray--server (&rest _)
  "The command of the language server."
  (list tray-traycheck-path "editor" "language-server"))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(tray-mode . tray--server)))

(provide 'tray-mode)

;;; tray-mode.el ends here
