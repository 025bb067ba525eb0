autocmd BufRead,BufNewFile *.tray setfiletype tray
