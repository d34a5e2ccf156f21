import { Fragment, type ReactNode } from 'react';

/** Keeps a mark at the end of the line of the node before it: a cut text is a box, and a line may break after a box. */
const glued = (piece: string): string => piece.replace(/^(?=[:;.,)])/, '\u2060');

/** Puts nodes in the `{places}` of a message: `fill('{who} waits', { who: <Text value={name} /> })`. */
export const fill = (message: string, slots: Readonly<Record<string, ReactNode>>): ReactNode =>
  message.split(/(\{\w+\})/).map((piece, at) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name !== undefined && Object.hasOwn(slots, name)) return <Fragment key={at}>{slots[name]}</Fragment>;
    return <Fragment key={at}>{at === 0 ? piece : glued(piece)}</Fragment>;
  });
