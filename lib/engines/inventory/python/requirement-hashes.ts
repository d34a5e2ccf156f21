import type { ComponentHash } from '@scangate/engines/model/component';
import { fileHashes } from '../hashes.ts';

const hashOption = /\s--hash[=\s]\s*(?=\S)/g;
const visible = /\S+/y;

/** Reads the hashes that a line states as options. */
export const hashesIn = (text: string): ComponentHash[] => {
  if (!text.includes('--hash')) return [];
  const stated: string[] = [];
  hashOption.lastIndex = 0;
  while (hashOption.test(text)) {
    const from = hashOption.lastIndex;
    visible.lastIndex = from;
    hashOption.lastIndex = visible.test(text) ? visible.lastIndex : text.length;
    stated.push(text.slice(from, hashOption.lastIndex));
  }
  return fileHashes(stated);
};
