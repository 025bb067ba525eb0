-- Neovim speaks with the language server by itself.
require("traycheck").start(vim.api.nvim_get_current_buf())
