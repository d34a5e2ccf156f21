import { bladeCode } from './blade-code.ts';
import { erbCode } from './erb-code.ts';
import { jspCode } from './jsp-code.ts';
import type { EmbeddedCode } from './page-code.ts';
import { pugCode } from './pug-code.ts';
import { razorCode } from './razor-code.ts';
import { vueCode } from './vue-code.ts';

export type { EmbeddedCode } from './page-code.ts';

/** The kinds of pages that hold code of a language with rules. */
export type Host = 'blade' | 'erb' | 'jsp' | 'pug' | 'razor' | 'vue';

const readers: Readonly<Record<Host, (page: string) => EmbeddedCode>> = {
  blade: bladeCode,
  erb: erbCode,
  jsp: jspCode,
  pug: pugCode,
  razor: razorCode,
  vue: vueCode,
};

/** Extracts the code of a page. */
export const embeddedCode = (page: string, host: Host): EmbeddedCode => readers[host](page);
