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
  const underWay = useRef<readonly string[]>([]);
  // Back, forward and "Clear filters" replace what is typed. An address that follows it comes late and does not.
  useEffect(() => {
    const at = underWay.current.indexOf(value);
    underWay.current = at < 0 ? [] : underWay.current.slice(at + 1);
    if (at < 0) setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      underWay.current = [...underWay.current, typed];
      latest.current(typed);
    }, pauseMs);
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
