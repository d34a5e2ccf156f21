import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

interface RowWindow {
  body: RefObject<HTMLTableSectionElement | null>;
  /** The rows that are drawn. */
  from: number;
  to: number;
  /** The heights that stand for the rows above and below them. */
  before: number;
  after: number;
}

const rowHeight = 36;
const nearEnd = 20;

/** Prints all rows, however long the list is. */
const usePrinting = (): boolean => {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = window.matchMedia?.('print');
    const onChange = (): void => setPrinting(media.matches);
    media?.addEventListener('change', onChange);
    return () => media?.removeEventListener('change', onChange);
  }, []);
  return isPrinting;
};

/** Returns how far below the top of the page the rows begin, also after something above them grew or shrank. */
const useOffset = (body: RefObject<HTMLElement | null>, isVirtual: boolean): number => {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    if (!isVirtual) return undefined;
    const measure = (): void => {
      if (body.current) setOffset(body.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body, isVirtual]);
  return offset;
};

/** Decides which rows of a long table are drawn while the page scrolls. */
export const useRowWindow = (
  count: number,
  isVirtual: boolean,
  onEnd: (() => void) | undefined,
): RowWindow => {
  const body = useRef<HTMLTableSectionElement>(null);
  const isPrinting = usePrinting();
  const offset = useOffset(body, isVirtual);
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isVirtual && !isPrinting,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: offset,
  });
  const items = virtualizer.getVirtualItems();
  const drawsAll = !isVirtual || isPrinting;
  const from = drawsAll ? 0 : (items[0]?.index ?? 0);
  const to = drawsAll ? count : (items.at(-1)?.index ?? Math.min(count, 30) - 1) + 1;
  useEffect(() => {
    if (onEnd && isVirtual && count > 0 && to >= count - nearEnd) onEnd();
  }, [onEnd, isVirtual, to, count]);
  return { body, from, to, before: from * rowHeight, after: Math.max(0, count - to) * rowHeight };
};
