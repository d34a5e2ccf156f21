import { isUtf8 } from 'node:buffer';

/** An ASCII letter, digit or underscore as an escape of JSON, JavaScript, Java and others: `\u0065`, `\u{65}`, `\x65`. */
const escapedLetter =
  /\\(?:u{1,9}00(?:3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da])|u\{0{0,9}(?:3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da])\}|x(?:3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da]))/i;
/** The same as a reference of XML or HTML: `&#101;`, `&#x65;`. */
const referencedLetter =
  /&#(?:0{0,9}(?:9[5-9]|1[01]\d|12[0-2]|6[5-9]|[78]\d|90)|x0{0,9}(?:[46][1-9a-f]|5[\daf]|7[\da]));/i;
/** The same in a style: `\65 `. */
const styledLetter = /\\0{0,4}(?:[46][1-9a-f]|5[\daf]|7[\da])(?![\da-f])/i;
/** Characters that Python takes for ASCII letters, as UTF-8 read as Latin-1: wide, bold, small, raised and joined ones. */
const compatibleLetter =
  /\xef\xbc[\xa1-\xba\xbf]|\xef\xbd[\x81-\x9a]|\xf0\x9d[\x90-\x9f]|\xf0\x9f\xaf[\xb0-\xb9]|\xef\xac[\x80-\x86]|\xc2[\xaa\xba]|\xc5\xbf|\xc7[\x84-\x8c\xb1-\xb3]|\xca[\xb0-\xb8]|\xcb[\xa0-\xa4]|\xe1[\xb4-\xb6][\x80-\xbf]|\xe2\x81[\xb1\xbf]|\xe2\x82[\x90-\x9c]|\xe2\x84[\x80-\xbf]|\xe2\x85[\x80-\xbf]|\xe2\xb1[\xbc\xbd]/;
/** The first lines of Python may name an encoding in which ASCII is not what it looks like: UTF-7. */
const encodingOfPython = /coding[:=][ \t]{0,20}([\w.-]{1,40})/;
const transparentEncoding =
  /^(?:utf-?_?8(?:-sig)?|latin-?_?1|iso-?_?8859-?\d{1,2}|(?:us-)?ascii|cp125\d|windows-125\d|koi8-[ru]|euc-\w{2}|gb\w{1,6})$/i;

/** Their escapes stand in texts only, and an import of a computed text is noticed by itself. */
const escapingTextsOnly = new Set(['go', 'rs', 'php', 'rb']);
const python = new Set(['py', 'pyw', 'pyi']);
const styles = new Set(['css', 'scss', 'sass', 'less', 'styl']);
const markup = new Set([
  'xml',
  'html',
  'htm',
  'xhtml',
  'jsp',
  'jspf',
  'jspx',
  'xaml',
  'config',
  'vue',
  'svelte',
]);

const hidesInPython = (text: string): boolean => {
  const isHidden = (line: string): boolean => {
    const [, encoding] = encodingOfPython.exec(line.slice(0, 300)) ?? [];
    return encoding !== undefined && !transparentEncoding.test(encoding);
  };
  return compatibleLetter.test(text) || text.split('\n', 2).some(isHidden);
};

/**
 * Returns whether a text writes ordinary letters in a way that a search for names does not see. Nobody has a need to, except
 * in tables of characters.
 * @param text read as Latin-1.
 */
export const hidesNames = (text: string, extension: string): boolean => {
  if (styles.has(extension)) return styledLetter.test(text);
  if (python.has(extension)) return hidesInPython(text);
  if (!escapingTextsOnly.has(extension) && text.includes('\\') && escapedLetter.test(text)) return true;
  return markup.has(extension) && referencedLetter.test(text);
};

/** Of a text in a known encoding fewer bytes are no ASCII, unless it is valid UTF-8. */
const foreignShare = 0.3;

/** Returns whether a file is in an encoding in which its names cannot be read, such as EBCDIC, which Java reads when told. */
export const isForeignEncoding = (bytes: Uint8Array): boolean => {
  if (isUtf8(bytes)) return false;
  let high = 0;
  for (const byte of bytes) if (byte >= 0x80) high += 1;
  return high > bytes.length * foreignShare;
};
