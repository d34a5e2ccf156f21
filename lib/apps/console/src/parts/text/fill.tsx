import { Fragment, type ReactNode } from 'react';
import styles from './fill.module.css';

/** Keeps a mark at the end of the line of the node before it: a cut text is a box, and a line may break after a box. */
const glued = (node: ReactNode, mark: string): ReactNode => (
  <span className={styles['glued']}>
    {node}
    {mark}
  </span>
);

/** Puts nodes in the `{places}` of a message: `fill('{who} waits', { who: <Text value={name} /> })`. */
export const fill = (message: string, slots: Readonly<Record<string, ReactNode>>): ReactNode =>
  message.split(/(\{\w+\}[:;.,)]?)/).map((piece, at) => {
    const [, name = '', mark = ''] = /^\{(\w+)\}(.?)$/.exec(piece) ?? [];
    const node = Object.hasOwn(slots, name) ? slots[name] : undefined;
    if (node === undefined) return <Fragment key={at}>{piece}</Fragment>;
    return <Fragment key={at}>{mark === '' ? node : glued(node, mark)}</Fragment>;
  });
