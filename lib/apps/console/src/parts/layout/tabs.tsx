import { useLayoutEffect, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import styles from './tabs.module.css';

export interface Tab<V extends string> {
  value: V;
  label: string;
  count?: number;
}

interface TabsProps<V extends string> {
  label: string;
  items: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
}

const tabId = (value: string): string => `tab-${value}`;
const panelId = (value: string): string => `panel-${value}`;

/** The tab that a key leads to, if it leads to one. */
const targetOf = (key: string, at: number, count: number): number | undefined => {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
};

/** Moves the bar alone, never the page, until a tab lies within it. */
const showWithin = (bar: HTMLElement, tab: HTMLElement): void => {
  const [outer, inner] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (inner.left < outer.left) bar.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right)
    bar.scrollLeft += Math.min(inner.right - outer.right, inner.left - outer.left);
};

/** Keeps the open tab in view on a narrow screen, also after its words or the width of the bar changed. */
const useOpenTabInView = (value: string, words: string) => {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const show = (): void => {
      const tab = element.querySelector<HTMLElement>('[aria-selected="true"]');
      if (tab) showWithin(element, tab);
    };
    show();
    const observer = new ResizeObserver(show);
    observer.observe(element);
    return () => observer.disconnect();
  }, [value, words]);
  return bar;
};

/** Several views of one thing. Arrows move between them; the open one belongs in the URL. */
export const Tabs = <V extends string>({ label, items, value, onChange }: TabsProps<V>): ReactElement => {
  const words = items.map((item) => `${item.label} ${item.count ?? ''}`).join();
  const bar = useOpenTabInView(value, words);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = items.findIndex((item) => item.value === value);
    const target = items[targetOf(event.key, at, items.length) ?? -1];
    if (!target) return;
    event.preventDefault();
    onChange(target.value);
    document.getElementById(tabId(target.value))?.focus();
  };
  return (
    <div ref={bar} className={styles['tabs']} role="tablist" aria-label={label}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          id={tabId(item.value)}
          className={styles['tab']}
          aria-selected={item.value === value}
          aria-controls={item.value === value ? panelId(item.value) : undefined}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
          onKeyDown={onKeyDown}
        >
          {item.label}
          {item.count !== undefined && <span className={styles['count']}>{number(item.count)}</span>}
        </button>
      ))}
    </div>
  );
};

/** Holds the content of the tab of this value. */
export const TabPanel = ({ value, children }: { value: string; children: ReactNode }): ReactElement => (
  <div role="tabpanel" id={panelId(value)} aria-labelledby={tabId(value)} className={styles['panel']}>
    {children}
  </div>
);
