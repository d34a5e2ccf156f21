import { useEffect, useRef, useState, type ReactElement } from 'react';
import styles from './filter-bar.module.css';

interface SearchFilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const pauseMs = 300;

/** A text that filters once somebody stops typing. The key `/` leads to it. */
export const SearchFilter = ({ label, value, onChange }: SearchFilterProps): ReactElement => {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  // Back, forward and "Clear filters" change the address while nobody types.
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => latest.current(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <input
      type="search"
      className={styles['search']}
      aria-label={label}
      aria-keyshortcuts="/"
      data-search=""
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
};
