import { useEffect, useState } from 'react';

/** Whether the first content of the page is there, so that what is beside it may be asked for. */
export const useIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
};
