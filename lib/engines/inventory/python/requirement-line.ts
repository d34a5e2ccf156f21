import type { ComponentHash } from '@scangate/engines/model/component';

/** A requirement that is a name and a version only. */
export interface Pin {
  name: string;
  version: string;
}

/** One logical line of a requirements file, with the comments that follow it. */
export interface RequirementLine {
  text: string;
  /** The hashes that follow on lines of their own, as tools write them, sorted; those of any other form are in the text. */
  hashes: ComponentHash[];
  /** The name and version of a text that has nothing else, as tools write pins. */
  pin: Pin | undefined;
  /** Names in the `# via` comments of pip-compile and uv; empty without such comments. */
  via: string[];
}

/** Removes options that follow a requirement on its line. */
export const withoutOptions = (text: string): string => {
  const at = text.includes('-') ? text.search(/\s--?[a-z]/) : -1;
  return (at === -1 ? text : text.slice(0, at)).trim();
};
