import { useEffect, useState } from 'react';

const firstLookMs = 400;
const nextLookMs = 100;
/** A page that waits longer for its content does not keep the rest of the frame waiting. */
const lookNoMoreMs = 4_000;

const isWaiting = (): boolean => document.querySelector('main [aria-busy="true"]') !== null;

/** Whether the first content of the page is there, so that what is beside it may be asked for. */
export const useIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const look = (waitedMs: number): void => {
      if (waitedMs >= lookNoMoreMs || !isWaiting()) setIdle(true);
      else timer = setTimeout(look, nextLookMs, waitedMs + nextLookMs);
    };
    let timer = setTimeout(look, firstLookMs, firstLookMs);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
};
