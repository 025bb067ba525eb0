-- Traycheck in Neovim, from 0.7 on: a client of the language server for each folder of specs.
local M = {}

-- Clients by folder, where Neovim has no `vim.lsp.start` that knows them.
local clients = {}

local function tool()
  return vim.g.traycheck_path or "@TOOL@"
end

-- The repository of a file, or its folder.
local function root(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  for _, name in ipairs({ ".git", "Package.swift" }) do
    local found = vim.fn.finddir(name, vim.fn.fnameescape(folder) .. ";")
    if found == "" then
      found = vim.fn.findfile(name, vim.fn.fnameescape(folder) .. ";")
    end
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:s?/$??:h")
    end
  end
  return folder
end

-- What came of the last check of a file that was saved stands over each property.
local function show_lenses(buffer)
  local lens = vim.lsp.codelens
  if lens.enable then
    lens.enable(true, { bufnr = buffer })
    return
  end
  local group = vim.api.nvim_create_augroup("traycheck" .. buffer, { clear = true })
  vim.api.nvim_create_autocmd({ "BufEnter", "BufWritePost", "CursorHold", "InsertLeave" }, {
    group = group,
    buffer = buffer,
    callback = function()
      lens.refresh({ bufnr = buffer })
    end,
  })
end

local function attached(_, buffer)
  -- Newer versions do that by themselves; what somebody has set stays.
  local functions = {
    omnifunc = "v:lua.vim.lsp.omnifunc",
    tagfunc = "v:lua.vim.lsp.tagfunc",
    formatexpr = "v:lua.vim.lsp.formatexpr()",
  }
  for option, value in pairs(functions) do
    if vim.bo[buffer][option] == "" then
      vim.bo[buffer][option] = value
    end
  end
  show_lenses(buffer)
end

-- Checks a file, for a person to read.
function M.check(path)
  vim.cmd("botright new")
  local command = { tool(), "check", path }
  if vim.fn.has("nvim-0.11") == 1 then
    vim.fn.jobstart(command, { term = true })
  else
    vim.fn.termopen(command)
  end
end

-- Starts the server for a buffer, or gives it the one that runs for its folder.
function M.start(buffer)
  if vim.bo[buffer].buftype ~= "" then
    return
  end
  if vim.fn.executable(tool()) == 0 then
    vim.notify_once("'" .. tool() .. "' is not installed: vim.g.traycheck_path says where it is", vim.log.levels.WARN)
    return
  end
  local config = {
    name = "traycheck",
    cmd = { tool(), "editor", "language-server" },
    root_dir = root(buffer),
    on_attach = attached,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local client = clients[config.root_dir]
  if not client or vim.lsp.client_is_stopped(client) then
    client = vim.lsp.start_client(config)
    clients[config.root_dir] = client
  end
  vim.lsp.buf_attach_client(buffer, client)
end

-- Ends all servers, and starts those that are wanted.
function M.restart()
  local find = vim.lsp.get_clients or vim.lsp.get_active_clients
  local own = vim.tbl_filter(function(client)
    return client.name == "traycheck"
  end, find())
  for _, client in ipairs(own) do
    vim.lsp.stop_client(client.id)
  end
  vim.wait(3000, function()
    for _, client in ipairs(own) do
      if vim.lsp.get_client_by_id(client.id) and not vim.lsp.client_is_stopped(client.id) then
        return false
      end
    end
    return true
  end)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == "tray" then
      M.start(buffer)
    end
  end
end

vim.lsp.commands["traycheck.show"] = function(command)
  M.check(command.arguments[1])
end

vim.api.nvim_create_user_command("TrayCheck", function()
  M.check(vim.api.nvim_buf_get_name(0))
end, { desc = "Check this spec" })

vim.api.nvim_create_user_command("TrayRestart", M.restart, { desc = "Restart the language server of specs" })

return M
