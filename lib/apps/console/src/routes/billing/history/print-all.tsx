import { useEffect, useRef, useState, type ReactElement } from 'react';
import { historyMessages } from '@scangate/console/messages/billing/history.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';

interface PagedList {
  hasNextPage: boolean;
  fetchNextPage: (options: {
    throwOnError: boolean;
    cancelRefetch: boolean;
  }) => Promise<{ hasNextPage: boolean }>;
}

interface PrintAllProps {
  list: PagedList;
  /** Hears that every row must be in the page. */
  onPrinting?: (isPrinting: boolean) => void;
}

/** Reads a list to its end, unless the page is left. @throws what the list shows as its error. */
const useReadToEnd = ({ hasNextPage, fetchNextPage }: PagedList) => {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (): Promise<void> => {
    let hasMore = hasNextPage;
    while (hasMore && isHere.current) {
      const page = await fetchNextPage({ throwOnError: true, cancelRefetch: false });
      hasMore = page.hasNextPage;
    }
  };
};

/**
 * Reads every page of a list, and then opens the print dialog: on paper there is no "show more". A page that cannot be read
 * prints nothing, because a part would look like the whole.
 */
export const PrintAll = ({ list, onPrinting }: PrintAllProps): ReactElement => {
  const [step, setStep] = useState<'none' | 'reading' | 'drawing'>('none');
  const { hasNextPage } = list;
  const readToEnd = useReadToEnd(list);
  useEffect(() => {
    if (step !== 'drawing' || hasNextPage) return;
    setStep('none');
    // The rows must be drawn before the browser takes its picture of the page.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.print();
        onPrinting?.(false);
      }),
    );
  }, [step, hasNextPage, onPrinting]);
  const start = async (): Promise<void> => {
    onPrinting?.(true);
    setStep('reading');
    try {
      await readToEnd();
      setStep('drawing');
    } catch {
      onPrinting?.(false);
      setStep('none');
    }
  };
  return (
    <Button busy={step !== 'none'} onClick={() => void start()}>
      {historyMessages.print}
    </Button>
  );
};
