/** Options of a command in camel case: { onError: "skip", ci: true } is --on-error=skip --ci. */
export type Options = Record<string, string | number | boolean | null | undefined>;

export interface Output {
  /** Exit status: 0 is success, 1 is no, 2 wrong usage, 3 an input that cannot be read. */
  status: number;
  stdout: string;
  stderr: string;
  /** Files that the command wrote. */
  files: Record<string, Uint8Array>;
}

export interface Problem {
  sentence?: string;
  place: string;
  text?: string;
  problem?: string;
}

export interface Result {
  system: string;
  metric: string;
  signature: string;
  sentences: Record<string, number>;
  /** Scores from 0 to 1; null where a score is undefined. */
  scores: Record<string, number | null>;
  counts: Record<string, number>;
  /** The name of the main score. */
  main: string;
  /** Scores of which less is better. */
  lower_is_better: string[];
  /** With ci: true. */
  intervals?: Record<string, [number, number] | null>;
  groups: Array<{ by: string; value: string; scores: Record<string, number | null>; counts: Record<string, number>; intervals?: Record<string, [number, number] | null> }>;
  problems: Problem[];
  /** Sentences that the system lacks. */
  absent: Array<{ sentence: string; from: string }>;
  /** With perSentence: true. */
  per_sentence?: Array<{ id: string; number: string; status: string; scores?: Record<string, number | null>; counts?: Record<string, number> }>;
}

export class AssayError extends Error {
  status: number;
  file?: string;
  line?: number;
}

/** Run a command of assay over files in memory. Calls run one after the other. */
export function run(args: string[], files?: Record<string, string | Uint8Array>): Promise<Output>;
/** Score a system against gold; both are texts. */
export function score(gold: string | Uint8Array, system: string | Uint8Array, options?: Options): Promise<Result & { results: Result[] }>;
/** Test whether systems differ. */
export function compare(gold: string | Uint8Array, systems: Record<string, string | Uint8Array>, options?: Options): Promise<{ systems: string[]; comparisons: Array<Record<string, unknown>> }>;
/** List the problems of a treebank. */
export function validate(source: string | Uint8Array, options?: Options): Promise<Problem[]>;
/** Convert a treebank to another format. */
export function convert(source: string | Uint8Array, to: string, options?: Options): Promise<string>;
/** Take assay.wasm from another place: its address (in Node a path), or its bytes. */
export function use(wasm: string | Uint8Array): void;
