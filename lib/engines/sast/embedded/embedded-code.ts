import type { Place } from '../syntax.ts';
import { erbCode } from './erb-code.ts';
import { jspCode } from './jsp-code.ts';
import { vueCode } from './vue-code.ts';

/** The kinds of pages that hold code of a language with rules. */
export type Host = 'blade' | 'erb' | 'jsp' | 'vue';

/** The code of a page as a text in its language, on the same lines as in the page. */
export interface EmbeddedCode {
  text: string;
  /** Translates a place in the text to the page. */
  placeIn: (place: Omit<Place, 'end'>) => Omit<Place, 'end'>;
}

const readers: Readonly<Record<Host, (page: string) => EmbeddedCode>> = {
  // PHP is taken from between its own tags.
  blade: (page) => ({ text: page, placeIn: (place) => place }),
  erb: erbCode,
  jsp: jspCode,
  vue: vueCode,
};

/** Extracts the code of a page. */
export const embeddedCode = (page: string, host: Host): EmbeddedCode => readers[host](page);

interface PlacedHit {
  at: { text: string; place: Omit<Place, 'end'> };
}

/** Moves matches in the code of a page to their places in the page. */
export const inPage = <Hit extends PlacedHit>(hits: readonly Hit[], { placeIn }: EmbeddedCode): Hit[] =>
  hits.map((hit) => ({ ...hit, at: { text: hit.at.text, place: placeIn(hit.at.place) } }));
