import { useEffect, useState } from 'react';

const pauseMs = 300;

/** Returns a value after it has been unchanged for a moment, so that not every key press sends a request. */
export const useDelayed = <T>(value: T): T => {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
};
