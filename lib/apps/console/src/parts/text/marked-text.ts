/** One piece of a text: characters as they are, or a character that is invisible or changes the order of others. */
export type Piece = { kind: 'plain'; text: string } | { kind: 'sign'; name: string };

/** Control, format, bidirectional and tag characters, line separators, lone surrogates, unassigned and private ones. */
const sign = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u00A0\u115F\u1160\u3164\uFFA0]/u;
const pictograph = /\p{Extended_Pictographic}/u;
const joiner = '\u200D';

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A joiner within an emoji is part of a picture, and not marked. */
const isWithinEmoji = (characters: readonly string[], at: number): boolean => {
  const before = characters[at - 1] === '\uFE0F' ? characters[at - 2] : characters[at - 1];
  return pictograph.test(before ?? '') && pictograph.test(characters[at + 1] ?? '');
};

/** Splits an untrusted text so that each invisible or reordering character is shown by its name. */
export const markSigns = (text: string): readonly Piece[] => {
  if (!sign.test(text)) return text === '' ? [] : [{ kind: 'plain', text }];
  const characters = Array.from(text);
  const pieces: Piece[] = [];
  let plain = '';
  for (const [at, character] of characters.entries()) {
    const isPlain = !sign.test(character) || (character === joiner && isWithinEmoji(characters, at));
    if (isPlain) {
      plain += character;
      continue;
    }
    if (plain !== '') pieces.push({ kind: 'plain', text: plain });
    plain = '';
    pieces.push({ kind: 'sign', name: nameOf(character) });
  }
  if (plain !== '') pieces.push({ kind: 'plain', text: plain });
  return pieces;
};

/** The same as one text, for attributes and messages: `a\u202Eb` is `a[U+202E]b`. */
export const markedText = (text: string): string =>
  markSigns(text)
    .map((piece) => (piece.kind === 'plain' ? piece.text : `[${piece.name}]`))
    .join('');

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a long text in its middle, between characters as a person counts them. */
export const cutMiddle = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  if (graphemes.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return `${graphemes.slice(0, most - 1 - tail).join('')}…${graphemes.slice(graphemes.length - tail).join('')}`;
};

/** Splits a text into a head that may be cut and a tail that stays. */
export const headAndTail = (text: string, tailLength: number): readonly [string, string] => {
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  // A short text fits anywhere, and a split would show between its letters.
  if (graphemes.length <= tailLength * 1.5) return [text, ''];
  const at = graphemes.length - tailLength;
  return [graphemes.slice(0, at).join(''), graphemes.slice(at).join('')];
};
