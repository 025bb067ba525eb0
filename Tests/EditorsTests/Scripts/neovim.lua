-- Plays an editing session in Neovim, which has opened 'lamp.tray' with the files as a package.
local function until_so(what, is_so)
  if not vim.wait(100000, is_so, 20) then
    error("never came: " .. what)
  end
end

local function equal(found, wanted)
  if not vim.deep_equal(found, wanted) then
    error(("found %s, wanted %s"):format(vim.inspect(found), vim.inspect(wanted)), 2)
  end
end

-- The cursor behind the first occurrence of a text.
local function go_behind(text)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  assert(vim.fn.search("\\V" .. text, "ce") > 0, text)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n")
end

local function ask(method, parameters)
  local answers = assert(vim.lsp.buf_request_sync(0, method, parameters, 100000))
  local _, answer = next(answers)
  assert(not answer.err and not answer.error, vim.inspect(answer))
  return answer.result
end

local function group_at_cursor()
  return vim.fn.synIDattr(vim.fn.synID(vim.fn.line("."), vim.fn.col("."), true), "name")
end

local function session()
  equal(vim.bo.filetype, "tray")
  equal(vim.bo.shiftwidth, 4)
  equal(vim.bo.commentstring, "// %s")
  go_behind("spec")
  equal(group_at_cursor(), "trayDeclaration")
  go_behind("Bool")
  equal(group_at_cursor(), "trayBuiltIn")
  go_behind("shines")
  equal(group_at_cursor(), "trayDocumentation")

  -- A mistake, and its end.
  until_so("a mistake", function()
    return #vim.diagnostic.get(0) == 1
  end)
  local mistake = vim.diagnostic.get(0)[1]
  assert(mistake.message:find("lightt"), mistake.message)
  equal(mistake.severity, vim.diagnostic.severity.ERROR)
  vim.cmd("%s/lightt/light/")
  until_so("its end", function()
    return #vim.diagnostic.get(0) == 0
  end)

  -- Completion by the function that is set for it.
  equal(vim.bo.omnifunc, "v:lua.vim.lsp.omnifunc")
  go_behind("|| !li")
  local list = ask("textDocument/completion", vim.lsp.util.make_position_params(0, "utf-16"))
  local labels = vim.tbl_map(function(item)
    return item.label
  end, list.items)
  assert(vim.tbl_contains(labels, "light"), vim.inspect(labels))

  -- What it is called, everywhere.
  go_behind("var l")
  vim.lsp.buf.rename("glow")
  until_so("the new name", function()
    return text():find("var glow = false") and text():find("glow || !glow")
  end)

  -- The one style.
  assert(text():find("\nglow = value\n"))
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 100000 })
  else
    vim.lsp.buf.formatting_sync(nil, 100000)
  end
  assert(text():find("(_ value: Bool) { glow = value }\n", 1, true), text())

  -- What came of a check of what was saved.
  vim.cmd("write")
  until_so("a lens", function()
    vim.lsp.codelens.refresh()
    return vim.tbl_contains(
      vim.tbl_map(function(lens)
        return lens.command.title:sub(1, 3)
      end, vim.lsp.codelens.get(0)),
      "✓"
    )
  end)

  -- Another one for the same folder, and a new start.
  local first = vim.lsp.buf_get_clients(0)
  vim.cmd("edit other.tray")
  until_so("the same client", function()
    return not vim.tbl_isempty(vim.lsp.buf_get_clients(0))
  end)
  equal(vim.tbl_keys(vim.lsp.buf_get_clients(0)), vim.tbl_keys(first))
  vim.cmd("TrayRestart")
  until_so("another client", function()
    local now = vim.tbl_keys(vim.lsp.buf_get_clients(0))
    return #now == 1 and now[1] ~= vim.tbl_keys(first)[1]
  end)
end

local is_well, problem = xpcall(session, debug.traceback)
io.stdout:write(is_well and "all of it went well\n" or tostring(problem) .. "\n")
vim.cmd(is_well and "qall!" or "cquit 1")
