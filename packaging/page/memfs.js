// A file system in memory for programs that Go compiled to WebAssembly. It has the
// functions of Node's fs that package syscall calls, no more.
//
// A file is {data: Uint8Array} or, for large ones, {size, read(from, to)} with a
// function that returns a Uint8Array.
"use strict";

function assayFiles(given, output) {
  const directory = 0o040755,
    regular = 0o100644;
  const here = "/files"; // the current folder
  const folders = new Set(["/", "/tmp", here]);
  const files = new Map();
  const open = new Map();
  let next = 10;
  for (const [name, file] of Object.entries(given)) {
    const path = resolve(name);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
      folders.add(path.slice(0, at));
    files.set(path, file instanceof Uint8Array ? { data: file } : file);
  }

  function resolve(name) {
    const parts = [];
    for (const part of ((name.startsWith("/") ? "" : here + "/") + name).split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    return "/" + parts.join("/");
  }
  function failure(code) {
    const err = new Error(code);
    err.code = code;
    return err;
  }
  function size(file) {
    return file.data ? file.data.length : file.size;
  }
  function info(path) {
    const file = files.get(path);
    if (!file && !folders.has(path)) return null;
    const isFolder = !file;
    return {
      dev: 1,
      ino: number(path),
      mode: isFolder ? directory : regular,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size: file ? size(file) : 0,
      blksize: 4096,
      blocks: file ? Math.ceil(size(file) / 512) : 0,
      atimeMs: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      isDirectory: () => isFolder
    };
  }
  const numbers = new Map();
  function number(path) {
    if (!numbers.has(path)) numbers.set(path, numbers.size + 1);
    return numbers.get(path);
  }
  function grow(file, length) {
    if (length <= file.data.length) return;
    const held =
      file.held && file.held.length >= length
        ? file.held
        : new Uint8Array(Math.max(length, 2 * file.data.length, 4096));
    if (held !== file.held) held.set(file.data);
    file.held = held;
    file.data = held.subarray(0, length);
  }

  const constants = {
    O_RDONLY: 0,
    O_WRONLY: 1,
    O_RDWR: 2,
    O_CREAT: 64,
    O_EXCL: 128,
    O_TRUNC: 512,
    O_APPEND: 1024,
    O_DIRECTORY: 65536
  };
  const fs = {
    constants,
    open(name, flags, mode, done) {
      const path = resolve(name);
      let file = files.get(path);
      if (folders.has(path)) {
        if (flags & 3) return done(failure("EISDIR"));
      } else if (!file) {
        if (!(flags & constants.O_CREAT)) return done(failure("ENOENT"));
        if (!folders.has(path.slice(0, path.lastIndexOf("/")) || "/")) return done(failure("ENOENT"));
        file = { data: new Uint8Array(0) };
        files.set(path, file);
      } else if (flags & constants.O_EXCL) return done(failure("EEXIST"));
      else if (flags & constants.O_DIRECTORY) return done(failure("ENOTDIR"));
      if (file && flags & 3 && !file.data) return done(failure("EACCES"));
      if (file && flags & constants.O_TRUNC) file.data = new Uint8Array(0);
      const fd = next++;
      open.set(fd, { path, file, at: 0, append: Boolean(flags & constants.O_APPEND) });
      done(null, fd);
    },
    close(fd, done) {
      done(open.delete(fd) || fd < 3 ? null : failure("EBADF"));
    },
    read(fd, buffer, offset, length, position, done) {
      if (fd === 0) return done(null, 0);
      const f = open.get(fd);
      if (!f) return done(failure("EBADF"));
      if (!f.file) return done(failure("EISDIR"));
      const from = position === null ? f.at : position;
      const to = Math.min(from + length, size(f.file));
      if (to <= from) return done(null, 0);
      let part;
      try {
        part = f.file.data ? f.file.data.subarray(from, to) : f.file.read(from, to);
      } catch (err) {
        return done(failure("EIO"));
      }
      buffer.set(part, offset);
      if (position === null) f.at += part.length;
      done(null, part.length);
    },
    write(fd, buffer, offset, length, position, done) {
      const part = buffer.subarray(offset, offset + length);
      if (fd === 1 || fd === 2) {
        output(fd, part.slice());
        return done(null, length);
      }
      const f = open.get(fd);
      if (!f || !f.file) return done(failure("EBADF"));
      const from = f.append ? f.file.data.length : position === null ? f.at : position;
      grow(f.file, from + length);
      f.file.data.set(part, from);
      if (position === null) f.at = from + length;
      done(null, length);
    },
    // what wasm_exec.js calls for panics, before anything else works
    writeSync(fd, buffer) {
      output(fd, buffer.slice());
      return buffer.length;
    },
    fstat(fd, done) {
      if (fd < 3) return done(null, { ...info("/"), mode: 0o020666, isDirectory: () => false });
      const f = open.get(fd);
      done(f ? null : failure("EBADF"), f && info(f.path));
    },
    stat(name, done) {
      const found = info(resolve(name));
      done(found ? null : failure("ENOENT"), found);
    },
    lstat(name, done) {
      fs.stat(name, done);
    },
    readdir(name, done) {
      const path = resolve(name);
      if (!folders.has(path)) return done(failure(files.has(path) ? "ENOTDIR" : "ENOENT"));
      const prefix = path === "/" ? "/" : path + "/";
      const names = new Set();
      for (const p of [...files.keys(), ...folders])
        if (p.startsWith(prefix) && p !== prefix) names.add(p.slice(prefix.length).split("/")[0]);
      done(null, [...names].filter(Boolean).sort());
    },
    mkdir(name, mode, done) {
      const path = resolve(name);
      if (files.has(path) || folders.has(path)) return done(failure("EEXIST"));
      if (!folders.has(path.slice(0, path.lastIndexOf("/")) || "/")) return done(failure("ENOENT"));
      folders.add(path);
      done(null);
    },
    unlink(name, done) {
      done(files.delete(resolve(name)) ? null : failure("ENOENT"));
    },
    rmdir(name, done) {
      const path = resolve(name);
      if (!folders.has(path)) return done(failure("ENOENT"));
      if ([...files.keys(), ...folders].some(p => p.startsWith(path + "/"))) return done(failure("ENOTEMPTY"));
      folders.delete(path);
      done(null);
    },
    rename(from, to, done) {
      const file = files.get(resolve(from));
      if (!file) return done(failure("ENOENT"));
      files.delete(resolve(from));
      files.set(resolve(to), file);
      done(null);
    },
    truncate(name, length, done) {
      const file = files.get(resolve(name));
      if (!file || !file.data) return done(failure("ENOENT"));
      grow(file, length);
      file.data = file.data.subarray(0, length);
      done(null);
    },
    ftruncate(fd, length, done) {
      const f = open.get(fd);
      if (!f || !f.file) return done(failure("EBADF"));
      fs.truncate(f.path, length, done);
    },
    fsync(fd, done) {
      done(null);
    },
    chmod(name, mode, done) {
      done(null);
    },
    fchmod(fd, mode, done) {
      done(null);
    },
    utimes(name, atime, mtime, done) {
      done(null);
    },
    readlink(name, done) {
      done(failure(info(resolve(name)) ? "EINVAL" : "ENOENT"));
    }
  };
  for (const name of ["chown", "fchown", "lchown", "link", "symlink"]) {
    fs[name] = (...args) => args[args.length - 1](failure("ENOSYS"));
  }
  return {
    fs,
    // process is the part of Node's process that package syscall calls
    process: {
      getuid: () => 0,
      getgid: () => 0,
      geteuid: () => 0,
      getegid: () => 0,
      getgroups: () => [],
      pid: 1,
      ppid: 0,
      umask: () => 0o022,
      cwd: () => here,
      chdir() {
        throw failure("ENOSYS");
      }
    },
    path: { resolve: (...parts) => resolve(parts.join("/")) },
    // written returns the files in the current folder that were not given, by name
    written() {
      const out = {};
      for (const [path, file] of files) {
        const name = path.startsWith(here + "/") ? path.slice(here.length + 1) : path;
        if (!(name in given) && file.data) out[name] = file.data.slice();
      }
      return out;
    }
  };
}

// assayRun runs assay once. Go is the class of wasm_exec.js. Package syscall takes its
// file system from the globals when the program starts, so they have their old values
// again before the first other script runs.
async function assayRun(Go, module, files, args) {
  const parts = { 1: [], 2: [] };
  const system = assayFiles(files, (fd, part) => parts[fd].push(part));
  const go = new Go();
  let status = 0;
  go.argv = ["assay", ...args];
  go.env = { TMPDIR: "/tmp", NO_COLOR: "1" };
  // Timers of an ended program would wake it: an error of wasm_exec.js that nobody can catch.
  go.exit = code => {
    status = code;
    for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
    go._scheduledTimeouts.clear();
  };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const names = ["fs", "process", "path"];
  const saved = names.map(name => Object.getOwnPropertyDescriptor(globalThis, name));
  let ended;
  try {
    for (const name of names)
      Object.defineProperty(globalThis, name, {
        value: system[name],
        writable: true,
        configurable: true,
        enumerable: false
      });
    ended = go.run(instance);
  } finally {
    names.forEach((name, i) => {
      if (saved[i]) Object.defineProperty(globalThis, name, saved[i]);
      else delete globalThis[name];
    });
  }
  await ended;
  return { status, stdout: text(parts[1]), stderr: text(parts[2]), files: system.written() };

  function text(list) {
    const bytes = new Uint8Array(list.reduce((n, p) => n + p.length, 0));
    let at = 0;
    for (const p of list) {
      bytes.set(p, at);
      at += p.length;
    }
    return new TextDecoder().decode(bytes);
  }
}

if (typeof module !== "undefined" && module.exports) module.exports = { assayFiles, assayRun };
