# Completion of 'traycheck' in fish, which asks the tool: traycheck editor completions fish | source
function __traycheck_proposals
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l tool $before[1]
    type -q -- $tool; or set tool traycheck
    set -l lines ($tool editor completions fish :$before[2..-1] ":$current" 2>/dev/null)
    set -l kind $lines[1]
    test (count $lines) -gt 1; and printf '%s\n' $lines[2..-1]
    set -l prefix (string match -r -- '^--[^=]*=' $current)
    set -l path (string replace -r -- '^--[^=]*=' '' $current)
    switch "$kind"
        case 'files*'
            set -l ending (string replace -r -- '^files ?' '' $kind)
            for found in (complete -C "'' $path")
                set -l name (string split -f 1 \t -- $found)
                if string match -q -- '*/' $name; or string match -q -- "*$ending" $name
                    echo "$prefix"$name
                end
            end
        case folders
            for found in (complete -C "'' $path")
                set -l name (string split -f 1 \t -- $found)
                string match -q -- '*/' $name; and echo "$prefix"$name
            end
    end
end
complete -c traycheck -f -a '(__traycheck_proposals)'
