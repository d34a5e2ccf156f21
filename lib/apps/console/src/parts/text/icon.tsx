import type { ReactElement } from 'react';
import styles from './icon.module.css';

const paths = {
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  close: 'm4 4 8 8M12 4l-8 8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.5 10.5l3 3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  updown: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  external: 'M9 3h4v4M13 3 7 9M11 9.5V13H3V5h3.5',
  lock: 'M4.5 7.5v-2a3.5 3.5 0 0 1 7 0v2M3.5 7.5h9v6h-9z',
  more: 'M3.2 8h.6M7.7 8h.6M12.2 8h.6',
} as const;

export type IconName = keyof typeof paths;

/** A drawing beside words, or within a button that names itself. It is never read aloud. */
export const Icon = ({ name }: { name: IconName }): ReactElement => (
  <svg className={styles['icon']} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);
