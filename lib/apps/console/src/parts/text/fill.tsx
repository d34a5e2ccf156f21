import { Fragment, type ReactNode } from 'react';

/** Puts nodes in the `{places}` of a message: `fill('{who} waits', { who: <Text value={name} /> })`. */
export const fill = (message: string, slots: Readonly<Record<string, ReactNode>>): ReactNode =>
  message.split(/(\{\w+\})/).map((piece, at) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    return (
      <Fragment key={at}>{name !== undefined && Object.hasOwn(slots, name) ? slots[name] : piece}</Fragment>
    );
  });
