'use strict';
// A language server as a child process, spoken with by the Language Server Protocol over its standard streams.
const { spawn } = require('child_process');

/** How often the server may die within `PERIOD` milliseconds before it is left alone. */
const DEATHS = 5;
const PERIOD = 180000;

class Server {
  /**
   * @param {string} command the executable.
   * @param {string[]} args its arguments.
   * @param {object} listener `initialization()` gives the parameters of `initialize`, `ready(capabilities)` is told of
   *   each start, `notified(method, params)` and `asked(method, params)` of what the server sends, `log(text)` of what
   *   it writes to standard error and of its life, and `failed(text)` once it is given up.
   */
  constructor(command, args, listener) {
    this.command = command;
    this.args = args;
    this.listener = listener;
    this.process = null;
    this.isReady = false;
    this.deaths = [];
  }

  /** Starts it; the listener is told when it is ready. */
  start() {
    const child = spawn(this.command, this.args, { stdio: 'pipe' });
    this.process = child;
    this.isReady = false;
    this.pending = new Map();
    this.number = 0;
    this.bytes = Buffer.alloc(0);
    child.stdout.on('data', (data) => {
      if (this.process === child) this.take(data);
    });
    child.stderr.on('data', (data) => this.listener.log(String(data)));
    // What cannot be written is told by the end of the process.
    child.stdin.on('error', () => {});
    child.on('error', (error) => this.ended(child, error.message));
    child.on('exit', (code, signal) => this.ended(child, `it ended with ${signal || `status ${code}`}`));
    this.request('initialize', this.listener.initialization()).then(
      (result) => {
        if (this.process !== child) return;
        this.isReady = true;
        this.notify('initialized', {});
        this.listener.ready((result && result.capabilities) || {});
      },
      (error) => {
        if (this.process === child) this.listener.failed(`it cannot be initialized: ${error.message}`);
      });
  }

  /** Ends it as the protocol wants; resolves once it is gone. */
  async stop() {
    const child = this.process;
    if (!child) return;
    this.isStopping = true;
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
      child.once('error', resolve);
    });
    const deadline = setTimeout(() => child.kill(), 2000);
    if (this.isReady) await this.request('shutdown', undefined).catch(() => {});
    if (this.process === child) {
      this.notify('exit', undefined);
      await gone;
    }
    clearTimeout(deadline);
    this.isStopping = false;
  }

  ended(child, reason) {
    if (this.process !== child) return;
    this.process = null;
    this.isReady = false;
    for (const { reject } of this.pending.values()) reject(new Error(`the server is gone: ${reason}`));
    this.pending.clear();
    if (this.isStopping) return;
    const now = Date.now();
    this.deaths = this.deaths.filter((time) => now - time < PERIOD).concat(now);
    this.listener.log(`the language server is gone: ${reason}\n`);
    // What cannot be started at all is not tried again.
    if (this.deaths.length >= DEATHS || child.pid === undefined) this.listener.failed(reason);
    else this.start();
  }

  take(data) {
    this.bytes = this.bytes.length ? Buffer.concat([this.bytes, data]) : data;
    for (;;) {
      const end = this.bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /^content-length: *(\d+)/im.exec(this.bytes.toString('latin1', 0, end));
      const start = end + 4;
      if (!length) {
        this.bytes = this.bytes.subarray(start);
        continue;
      }
      const stop = start + Number(length[1]);
      if (this.bytes.length < stop) return;
      const body = this.bytes.toString('utf8', start, stop);
      this.bytes = this.bytes.subarray(stop);
      try {
        this.handle(JSON.parse(body));
      } catch (error) {
        this.listener.log(`${error && error.stack}\n`);
      }
    }
  }

  handle(message) {
    if (message.method === undefined) {
      const waiting = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (!waiting) return;
      if (message.error) waiting.reject(new Error(message.error.message));
      else waiting.resolve(message.result);
    } else if (message.id === undefined) {
      this.listener.notified(message.method, message.params);
    } else {
      const result = this.listener.asked(message.method, message.params);
      this.send(result === undefined
        ? { id: message.id, error: { code: -32601, message: `there is no '${message.method}'` } }
        : { id: message.id, result });
    }
  }

  send(message) {
    if (!this.process) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }), 'utf8');
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** Resolves with the result, and rejects with what the server says. */
  request(method, params) {
    return new Promise((resolve, reject) => {
      if (!this.process) return reject(new Error('the language server does not run'));
      const id = ++this.number;
      this.pending.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }
}

module.exports = { Server };
