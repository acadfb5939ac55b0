import { LuaReturn, LuaType, LuaWasm } from 'wasmoon';
import type { Reply } from './model.ts';

/** `redis.call`: runs a command of the server that the script runs on. */
export type Call = (name: string, ...args: readonly string[]) => Reply;

/** Redis has Lua 5.1 and this is Lua 5.4: restores the names of 5.1. */
const prelude = 'unpack = table.unpack';
/** The global that holds the compiled script; no script reads it. */
const chunk = 'chunk';

/**
 * The compiled functions of Lua. The wrappers of wasmoon check the type of each argument at each call, which took longer than
 * the scripts themselves.
 */
interface Compiled {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _lua_gettop(state: number): number;
  _lua_settop(state: number, index: number): void;
  _lua_absindex(state: number, index: number): number;
  _lua_type(state: number, index: number): number;
  _lua_tonumberx(state: number, index: number, isNumber: number): number;
  _lua_toboolean(state: number, index: number): number;
  _lua_tolstring(state: number, index: number, length: number): number;
  _lua_pushnil(state: number): void;
  _lua_pushboolean(state: number, value: number): void;
  _lua_pushinteger(state: number, value: bigint): void;
  _lua_pushnumber(state: number, value: number): void;
  _lua_pushlstring(state: number, text: number, length: number): number;
  _lua_createtable(state: number, list: number, fields: number): void;
  _lua_rawseti(state: number, index: number, at: bigint): void;
  _lua_rawgeti(state: number, index: number, at: bigint): number;
  _lua_rawset(state: number, index: number): void;
  _lua_pcallk(state: number, args: number, results: number, handler: number, context: number, then: number): number;
}

export interface Lua {
  readonly wasm: LuaWasm;
  readonly compiled: Compiled;
  /** A buffer in Lua's memory: for a text passed in, or for the length of a text read out. */
  readonly room: number;
}

/** The longest text that can be passed to a script, bytes. */
const longestText = 65_536;
const encoder = new TextEncoder();

let loaded: Promise<Lua> | undefined;
/** Loads the Lua interpreter. Loading is asynchronous, so it is done before virtual time begins. */
export function loadLua(): Promise<Lua> {
  loaded ??= LuaWasm.initialize().then((wasm) => {
    const compiled = wasm.module as unknown as Compiled;
    return { wasm, compiled, room: compiled._malloc(longestText) };
  });
  return loaded;
}

/** Runs a Redis script unchanged in this process, with `KEYS`, `ARGV`, `redis.call` and `cjson` as in Redis. */
export class LuaScript {
  readonly #lua: Lua;
  readonly #compiled: Compiled;
  readonly #state: number;
  readonly #functions: number[] = [];
  #failure: unknown;

  constructor(lua: Lua, text: string, call: Call) {
    const { wasm, compiled } = lua;
    this.#lua = lua;
    this.#compiled = compiled;
    this.#state = wasm.luaL_newstate();
    wasm.luaL_openlibs(this.#state);
    this.#check(wasm.luaL_loadstring(this.#state, prelude) || wasm.lua_pcallk(this.#state, 0, 0, 0, 0, null));
    this.#library('redis', {
      call: (args) => {
        const [name = '', ...rest] = args.map(toText);
        this.#push(call(name, ...rest));
      },
    });
    this.#library('cjson', {
      decode: ([json]) => this.#push(JSON.parse(toText(json ?? '')) as Reply),
      encode: ([value]) => this.#push(JSON.stringify(value)),
    });
    this.#check(wasm.luaL_loadstring(this.#state, text));
    wasm.lua_setglobal(this.#state, chunk);
  }

  /** Runs the script in one step. Throws what `redis.call` threw, or the script's own error. */
  run(keys: readonly string[], args: readonly string[]): Reply {
    const { wasm } = this.#lua;
    const state = this.#state;
    this.#push(keys);
    wasm.lua_setglobal(state, 'KEYS');
    this.#push(args);
    wasm.lua_setglobal(state, 'ARGV');
    wasm.lua_getglobal(state, chunk);
    this.#failure = undefined;
    this.#check(this.#compiled._lua_pcallk(state, 0, 1, 0, 0, 0));
    if (this.#failure) throw this.#failure;
    const answer = this.#read(-1);
    this.#compiled._lua_settop(state, 0);
    return answer;
  }

  close(): void {
    const { wasm } = this.#lua;
    wasm.lua_close(this.#state);
    for (const each of this.#functions) wasm.module.removeFunction(each);
  }

  #check(outcome: LuaReturn): void {
    if (outcome === LuaReturn.Ok) return;
    const message = this.#readText(-1);
    this.#compiled._lua_settop(this.#state, 0);
    throw new Error(message);
  }

  /** Defines a global table of functions, each of which pushes one result. */
  #library(name: string, functions: Record<string, (args: readonly Reply[]) => void>): void {
    const { wasm } = this.#lua;
    wasm.lua_createtable(this.#state, 0, 1);
    for (const [each, run] of Object.entries(functions)) {
      const pointer = wasm.module.addFunction((state: number) => {
        const args: Reply[] = [];
        for (let i = 1, top = this.#compiled._lua_gettop(state); i <= top; i++) args.push(this.#read(i));
        try {
          run(args);
        } catch (error) {
          // An exception cannot pass through Lua: it is thrown once the script has ended.
          this.#failure ??= error;
          this.#compiled._lua_pushnil(state);
        }
        return 1;
      }, 'ii');
      this.#functions.push(pointer);
      wasm.lua_pushcclosure(this.#state, pointer, 0);
      wasm.lua_setfield(this.#state, -2, each);
    }
    wasm.lua_setglobal(this.#state, name);
  }

  /** Pushes a value as Redis passes it to a script: null becomes `false`. */
  #push(value: Reply | Readonly<Record<string, Reply>>): void {
    const lua = this.#compiled;
    const state = this.#state;
    if (value === null) lua._lua_pushboolean(state, 0);
    else if (typeof value === 'string') this.#pushText(value);
    else if (typeof value === 'number')
      if (Number.isInteger(value)) lua._lua_pushinteger(state, BigInt(value));
      else lua._lua_pushnumber(state, value);
    else if (Array.isArray(value)) {
      lua._lua_createtable(state, value.length, 0);
      let i = 0n;
      for (const each of value) {
        this.#push(each);
        lua._lua_rawseti(state, -2, ++i);
      }
    } else {
      lua._lua_createtable(state, 0, 0);
      for (const [key, each] of Object.entries(value)) {
        this.#pushText(key);
        this.#push(each);
        lua._lua_rawset(state, -3);
      }
    }
  }

  #pushText(text: string): void {
    const { room } = this.#lua;
    const { read, written } = encoder.encodeInto(text, this.#compiled.HEAPU8.subarray(room, room + longestText));
    if (read < text.length) throw new Error(`a text of ${text.length} characters is too long for a script`);
    this.#compiled._lua_pushlstring(this.#state, room, written);
  }

  #readText(index: number): string {
    const { room } = this.#lua;
    const text = this.#compiled._lua_tolstring(this.#state, index, room);
    const { buffer } = this.#compiled.HEAPU8;
    return Buffer.from(buffer, text, new DataView(buffer).getUint32(room, true)).toString('utf8');
  }

  /** Reads a result as Redis converts it: numbers are truncated, and a list ends at its first nil. */
  #read(index: number): Reply {
    const lua = this.#compiled;
    const state = this.#state;
    switch (lua._lua_type(state, index)) {
      case LuaType.String:
        return this.#readText(index);
      case LuaType.Number:
        return Math.trunc(lua._lua_tonumberx(state, index, 0));
      case LuaType.Boolean:
        return lua._lua_toboolean(state, index) ? 1 : null;
      case LuaType.Table: {
        const at = lua._lua_absindex(state, index);
        const list: Reply[] = [];
        for (let i = 1n; lua._lua_rawgeti(state, at, i) !== LuaType.Nil; i++) {
          list.push(this.#read(-1));
          lua._lua_settop(state, -2);
        }
        lua._lua_settop(state, -2);
        return list;
      }
      default:
        return null;
    }
  }
}

const toText = (value: Reply): string => String(value);
