// What lists and texts have in the languages of bots, as far as bots use it. T is what is in a list.

import type { Language, Word } from "./site";

type Table = Readonly<Record<string, string>>; // what is taken and returned, by name

const tables: Readonly<Record<Language, Readonly<Record<string, Table>>>> = {
  js: {
    list: {
      length: "number",
      at: "(place): T",
      concat: "(list): T[]",
      entries: "(): Iterable<[number, T]>",
      every: "(test): boolean",
      fill: "(item): T[]",
      filter: "(test): T[]",
      find: "(test): T",
      findIndex: "(test): number",
      findLast: "(test): T",
      flat: "(): any[]",
      flatMap: "(make): any[]",
      forEach: "(take): void",
      includes: "(item): boolean",
      indexOf: "(item): number",
      join: "(text): string",
      keys: "(): Iterable<number>",
      map: "(make): any[]",
      pop: "(): T",
      push: "(item): number",
      reduce: "(join, first): any",
      reverse: "(): T[]",
      shift: "(): T",
      slice: "(from, to): T[]",
      some: "(test): boolean",
      sort: "(compare): T[]",
      splice: "(from, many): T[]",
      unshift: "(item): number",
      values: "(): Iterable<T>",
    },
    string: {
      length: "number",
      at: "(place): string",
      charCodeAt: "(place): number",
      endsWith: "(text): boolean",
      includes: "(text): boolean",
      indexOf: "(text): number",
      padStart: "(length): string",
      repeat: "(times): string",
      replace: "(text, by): string",
      slice: "(from, to): string",
      split: "(by): string[]",
      startsWith: "(text): boolean",
      toLowerCase: "(): string",
      toUpperCase: "(): string",
      trim: "(): string",
    },
    set: {
      size: "number",
      add: "(item): Set<T>",
      clear: "(): void",
      delete: "(item): boolean",
      forEach: "(take): void",
      has: "(item): boolean",
      values: "(): Iterable<T>",
    },
    Map: {
      size: "number",
      clear: "(): void",
      delete: "(key): boolean",
      entries: "(): Iterable<any>",
      get: "(key): any",
      has: "(key): boolean",
      keys: "(): Iterable<any>",
      set: "(key, value): Map",
      values: "(): Iterable<any>",
    },
    Math: {
      PI: "number",
      abs: "(number): number",
      ceil: "(number): number",
      floor: "(number): number",
      hypot: "(...numbers): number",
      max: "(...numbers): number",
      min: "(...numbers): number",
      round: "(number): number",
      sign: "(number): number",
      sqrt: "(number): number",
      trunc: "(number): number",
    },
    number: { toFixed: "(digits): string", toString: "(): string" },
    boolean: {},
    bigint: {},
  },
  py: {
    list: {
      append: "(item) -> None",
      clear: "() -> None",
      copy: "() -> list[T]",
      count: "(item) -> int",
      extend: "(items) -> None",
      index: "(item) -> int",
      insert: "(place, item) -> None",
      pop: "(place) -> T",
      remove: "(item) -> None",
      reverse: "() -> None",
      sort: "(key) -> None",
    },
    str: {
      count: "(text) -> int",
      endswith: "(text) -> bool",
      find: "(text) -> int",
      format: "(value) -> str",
      index: "(text) -> int",
      join: "(texts) -> str",
      lower: "() -> str",
      replace: "(text, by) -> str",
      split: "(by) -> list[str]",
      startswith: "(text) -> bool",
      strip: "() -> str",
      upper: "() -> str",
    },
    set: {
      add: "(item) -> None",
      clear: "() -> None",
      copy: "() -> set[T]",
      discard: "(item) -> None",
      pop: "() -> T",
      remove: "(item) -> None",
      update: "(items) -> None",
    },
    math: {
      ceil: "(number) -> int",
      dist: "(a, b) -> float",
      floor: "(number) -> int",
      hypot: "(*numbers) -> float",
      inf: "float",
      isqrt: "(number) -> int",
      pi: "float",
      sqrt: "(number) -> float",
    },
    int: {},
    float: {},
    bool: {},
  },
};

const wordsOf = (table: Table): readonly Word[] => Object.entries(table).map(([label, detail]) => ({ label, detail }));

// builtinWords returns what each value of a kind has: list, set, a type or a module that all bots know; nothing for others.
export function builtinWords(language: Language, kind: string): readonly Word[] | undefined {
  const table = Object.hasOwn(tables[language], kind) ? tables[language][kind] : undefined;
  return table && wordsOf(table);
}

// prototypes have all that such values have, as this browser knows it.
const prototypes: Readonly<Record<string, object>> = {
  list: Array.prototype,
  tuple: Array.prototype,
  set: Set.prototype,
  string: String.prototype,
  number: Number.prototype,
  boolean: Boolean.prototype,
  bigint: BigInt.prototype,
  Map: Map.prototype,
};

const listed = (text: string): ReadonlySet<string> => new Set(text.split(","));

const ofNumbers = "as_integer_ratio,conjugate,from_bytes,from_number,fromhex,hex,imag,is_integer,numerator,real";
const ofInts = listed(`${ofNumbers},bit_count,bit_length,denominator,to_bytes`);
const ofPython: Readonly<Record<string, ReadonlySet<string>>> = {
  list: listed("append,clear,copy,count,extend,index,insert,pop,remove,reverse,sort"),
  tuple: listed("count,index"),
  set: listed(
    "add,clear,copy,difference,difference_update,discard,intersection,intersection_update,isdisjoint,issubset," +
      "issuperset,pop,remove,symmetric_difference,symmetric_difference_update,union,update",
  ),
  str: listed(
    "capitalize,casefold,center,count,encode,endswith,expandtabs,find,format,format_map,index,isalnum,isalpha,isascii," +
      "isdecimal,isdigit,isidentifier,islower,isnumeric,isprintable,isspace,istitle,isupper,join,ljust,lower,lstrip," +
      "maketrans,partition,removeprefix,removesuffix,replace,rfind,rindex,rjust,rpartition,rsplit,rstrip,split," +
      "splitlines,startswith,strip,swapcase,title,translate,upper,zfill",
  ),
  int: ofInts,
  float: ofInts,
  bool: ofInts,
};

// lacks says whether surely no value of a kind has a name. Of a kind that is not known, it does not.
export function lacks(language: Language, kind: string, name: string): boolean {
  if (language === "js") {
    const prototype = Object.hasOwn(prototypes, kind) ? prototypes[kind] : undefined;
    return prototype !== undefined && !(name in prototype);
  }
  const all = Object.hasOwn(ofPython, kind) ? ofPython[kind] : undefined;
  return all !== undefined && !all.has(name) && !name.startsWith("_");
}

const ofEachObject = (name: string): boolean => name in Object.prototype;

// isOfAll says whether everything has a name.
export const isOfAll = (language: Language, name: string): boolean =>
  language === "js" ? ofEachObject(name) : name.startsWith("_");

const ofWorkers = listed("arguments,require,process,module,exports,global,Buffer,importScripts,__dirname,__filename");
const pythonNames = listed(
  "ArithmeticError,AssertionError,AttributeError,BaseException,BaseExceptionGroup,BlockingIOError,BrokenPipeError," +
    "BufferError,BytesWarning,ChildProcessError,ConnectionAbortedError,ConnectionError,ConnectionRefusedError," +
    "ConnectionResetError,DeprecationWarning,EOFError,Ellipsis,EncodingWarning,EnvironmentError,Exception," +
    "ExceptionGroup,FileExistsError,FileNotFoundError,FloatingPointError,FutureWarning,GeneratorExit,IOError," +
    "ImportError,ImportWarning,IndentationError,IndexError,InterruptedError,IsADirectoryError,KeyError," +
    "KeyboardInterrupt,LookupError,MemoryError,ModuleNotFoundError,NameError,NotADirectoryError,NotImplemented," +
    "NotImplementedError,OSError,OverflowError,PendingDeprecationWarning,PermissionError,ProcessLookupError," +
    "PythonFinalizationError,RecursionError,ReferenceError,ResourceWarning,RuntimeError,RuntimeWarning,StopAsyncIteration," +
    "StopIteration,SyntaxError,SyntaxWarning,SystemError,SystemExit,TabError,TimeoutError,TypeError,UnboundLocalError," +
    "UnicodeDecodeError,UnicodeEncodeError,UnicodeError,UnicodeTranslateError,UnicodeWarning,UserWarning,ValueError," +
    "Warning,WindowsError,ZeroDivisionError,abs,aiter,all,anext,any,ascii,bin,bool,breakpoint,bytearray,bytes,callable," +
    "chr,classmethod,compile,complex,copyright,credits,delattr,dict,dir,divmod,enumerate,eval,exec,exit,filter,float," +
    "format,frozenset,getattr,globals,hasattr,hash,help,hex,id,input,int,isinstance,issubclass,iter,len,license,list," +
    "locals,map,max,memoryview,min,next,object,oct,open,ord,pow,print,property,quit,range,repr,reversed,round,set," +
    "setattr,slice,sorted,staticmethod,str,sum,super,tuple,type,vars,zip,reveal_type,False,None,True",
);

// isGlobal says whether a name means something in every program: a browser knows its own.
export const isGlobal = (language: Language, name: string): boolean =>
  language === "js" ? ofWorkers.has(name) || name in globalThis : pythonNames.has(name) || name.startsWith("_");
