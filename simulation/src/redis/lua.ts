import { LuaReturn, LuaType, LuaWasm } from 'wasmoon';
import type { Reply } from './model.ts';

/** What a script reaches beyond itself: the commands of the server it runs on. */
export type Call = (name: string, ...args: readonly string[]) => Reply;

/** Lua 5.4 in place of the 5.1 inside of Redis: what 5.1 calls otherwise. */
const prelude = 'unpack = table.unpack';
/** Where the script stands among the globals, which no script looks at. */
const chunk = 'chunk';

export type Lua = LuaWasm;

let loaded: Promise<Lua> | undefined;
/** What runs scripts; it takes a moment, so it is there before virtual time begins. */
export function loadLua(): Promise<Lua> {
  loaded ??= LuaWasm.initialize();
  return loaded;
}

/** A script of Redis, word for word, run in this process: `KEYS`, `ARGV`, `redis.call` and `cjson` are there, as in Redis. */
export class LuaScript {
  readonly #wasm: LuaWasm;
  readonly #state: number;
  readonly #functions: number[] = [];
  #failure: unknown;

  constructor(wasm: Lua, text: string, call: Call) {
    this.#wasm = wasm;
    this.#state = wasm.luaL_newstate();
    wasm.luaL_openlibs(this.#state);
    this.#must(wasm.luaL_loadstring(this.#state, prelude) || wasm.lua_pcallk(this.#state, 0, 0, 0, 0, null));
    this.#library('redis', {
      call: (args) => {
        const [name = '', ...rest] = args.map(spelled);
        this.#push(call(name, ...rest));
      },
    });
    this.#library('cjson', {
      decode: ([json]) => this.#push(JSON.parse(spelled(json ?? '')) as Reply),
      encode: ([value]) => this.#push(JSON.stringify(value)),
    });
    this.#must(wasm.luaL_loadstring(this.#state, text));
    wasm.lua_setglobal(this.#state, chunk);
  }

  /** Runs the script in one step. Throws what `redis.call` threw, and what is wrong in the script. */
  run(keys: readonly string[], args: readonly string[]): Reply {
    const wasm = this.#wasm;
    const state = this.#state;
    this.#push(keys);
    wasm.lua_setglobal(state, 'KEYS');
    this.#push(args);
    wasm.lua_setglobal(state, 'ARGV');
    wasm.lua_getglobal(state, chunk);
    this.#failure = undefined;
    this.#must(wasm.lua_pcallk(state, 0, 1, 0, 0, null));
    if (this.#failure) throw this.#failure;
    const answer = this.#read(-1);
    wasm.lua_settop(state, 0);
    return answer;
  }

  close(): void {
    this.#wasm.lua_close(this.#state);
    for (const each of this.#functions) this.#wasm.module.removeFunction(each);
  }

  #must(outcome: LuaReturn): void {
    if (outcome === LuaReturn.Ok) return;
    const words = this.#wasm.lua_tolstring(this.#state, -1, null);
    this.#wasm.lua_settop(this.#state, 0);
    throw new Error(words);
  }

  /** A table of functions, each of which pushes its one answer. */
  #library(name: string, functions: Record<string, (args: readonly Reply[]) => void>): void {
    const wasm = this.#wasm;
    wasm.lua_createtable(this.#state, 0, 1);
    for (const [each, run] of Object.entries(functions)) {
      const pointer = wasm.module.addFunction((state: number) => {
        const args = Array.from({ length: wasm.lua_gettop(state) }, (_, i) => this.#read(i + 1));
        try {
          run(args);
        } catch (error) {
          // Nothing can be thrown through Lua: it is thrown once the script has ended.
          this.#failure ??= error;
          wasm.lua_pushnil(state);
        }
        return 1;
      }, 'ii');
      this.#functions.push(pointer);
      wasm.lua_pushcclosure(this.#state, pointer, 0);
      wasm.lua_setfield(this.#state, -2, each);
    }
    wasm.lua_setglobal(this.#state, name);
  }

  /** As Redis hands it to a script: what is not there is `false`. */
  #push(value: Reply | Readonly<Record<string, Reply>>): void {
    const wasm = this.#wasm;
    const state = this.#state;
    if (value === null) wasm.lua_pushboolean(state, 0);
    else if (typeof value === 'string') wasm.lua_pushstring(state, value);
    else if (typeof value === 'number')
      if (Number.isInteger(value)) wasm.lua_pushinteger(state, BigInt(value));
      else wasm.lua_pushnumber(state, value);
    else if (Array.isArray(value)) {
      wasm.lua_createtable(state, value.length, 0);
      for (const [i, each] of value.entries()) {
        this.#push(each);
        wasm.lua_rawseti(state, -2, BigInt(i + 1));
      }
    } else {
      wasm.lua_createtable(state, 0, 0);
      for (const [key, each] of Object.entries(value)) {
        this.#push(each);
        wasm.lua_setfield(state, -2, key);
      }
    }
  }

  /** As Redis hands it on: numbers lose what is behind the point, and a list ends where nothing follows. */
  #read(index: number): Reply {
    const wasm = this.#wasm;
    const state = this.#state;
    switch (wasm.lua_type(state, index)) {
      case LuaType.String:
        return wasm.lua_tolstring(state, index, null);
      case LuaType.Number:
        return Math.trunc(wasm.lua_tonumberx(state, index, null));
      case LuaType.Boolean:
        return wasm.lua_toboolean(state, index) ? 1 : null;
      case LuaType.Table: {
        const at = wasm.lua_absindex(state, index);
        const list: Reply[] = [];
        for (let i = 1; wasm.lua_rawgeti(state, at, BigInt(i)) !== LuaType.Nil; i++) {
          list.push(this.#read(-1));
          wasm.lua_settop(state, -2);
        }
        wasm.lua_settop(state, -2);
        return list;
      }
      default:
        return null;
    }
  }
}

const spelled = (value: Reply): string => String(value);
