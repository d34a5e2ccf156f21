import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { PaletteItem } from './palette-items.ts';
import { usePaletteItems } from './use-palette-items.ts';
import styles from './palette.module.css';

interface OptionsProps {
  id: string;
  items: readonly PaletteItem[];
  active: number;
  onOpen: (item: PaletteItem) => void;
}

const Options = ({ id, items, active, onOpen }: OptionsProps): ReactElement => (
  <ul id={id} role="listbox" aria-label={frameMessages.palette} className={styles['options']}>
    {items.map((item, at) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the arrow keys of the field above reach the options
      <li
        key={item.key}
        id={`${id}-${at}`}
        role="option"
        aria-selected={at === active}
        className={styles['option']}
        onClick={() => onOpen(item)}
      >
        <span className={styles['label']}>{item.label}</span>
        <span className={styles['note']}>{item.note}</span>
      </li>
    ))}
  </ul>
);

/** The position to which a key moves in a list of options. */
const moved = (key: string, at: number, count: number): number | undefined => {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  return key === 'ArrowUp' ? (at - 1 + count) % count : undefined;
};

/** A field that leads to pages, repositories, scans, commits and packages. */
export default function Palette({ onClose }: { onClose: () => void }): ReactElement {
  const id = useId();
  const { organizationId } = useSession().organization;
  const { moveTo } = useMove();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { items, isSearching } = usePaletteItems(text);
  const open = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    moveTo(pageHref(organizationId, item.address));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') open(items[active]);
    const next = moved(event.key, active, items.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog open onClose={onClose} title={frameMessages.palette} initialFocus={input}>
      <input
        ref={input}
        className={styles['input']}
        role="combobox"
        aria-label={frameMessages.search}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={items.length > 0 ? `${id}-${active}` : undefined}
        placeholder={frameMessages.search}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
      />
      <Options id={id} items={items} active={active} onOpen={open} />
      <p role="status" className={styles['note']}>
        {items.length === 0 && (isSearching ? frameMessages.searching : frameMessages.nothingFound)}
      </p>
    </Dialog>
  );
}
