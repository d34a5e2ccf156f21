/** A text, or a function of its values. Interpolated values are our own plain texts or come from `format.ts`. */
export type Message = string | ((...values: never[]) => string);

const pseudoKey = 'scangate:pseudo-locale';

/** On this machine only, texts can be shown longer to test the layout. */
const isPseudo = (): boolean => {
  try {
    const isLocal = ['127.0.0.1', 'localhost'].includes(window.location.hostname);
    return isLocal && localStorage.getItem(pseudoKey) === 'on';
  } catch {
    return false;
  }
};

/** Makes a text 40 % longer, to show what would be cut in another language. Places of `fill` stay. */
export const lengthen = (text: string): string => {
  const extra = '·'.repeat(Math.ceil(text.replaceAll(/\{\w+\}/g, '').length * 0.4));
  return `${text}${extra}`;
};

const lengthened = <T extends object>(messages: T): T =>
  Object.fromEntries(
    Object.entries(messages).map(([name, message]: [string, unknown]) => {
      if (typeof message === 'string') return [name, lengthen(message)];
      if (typeof message === 'function')
        return [
          name,
          (...values: unknown[]) => lengthen((message as (...all: unknown[]) => string)(...values)),
        ];
      return [name, lengthened(message as object)];
    }),
  ) as T;

interface Messages {
  readonly [name: string]: Message | Messages;
}

/** Declares texts for people. Every file of this folder exports some. */
export const defineMessages = <const T extends Messages>(messages: T): T =>
  isPseudo() ? lengthened(messages) : messages;
