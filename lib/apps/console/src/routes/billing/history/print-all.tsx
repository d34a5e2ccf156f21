import { useEffect, useRef, useState, type ReactElement } from 'react';
import { historyMessages } from '@scangate/console/messages/billing/history.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** Reads every page of a list, and then opens the print dialog: on paper there is no "show more". */
export const PrintAll = ({
  list,
  onPrinting,
}: {
  list: PagedList;
  /** Hears that every row must be in the page. */
  onPrinting?: (isPrinting: boolean) => void;
}): ReactElement => {
  const [isWanted, setWanted] = useState(false);
  const { hasNextPage, isFetchingNextPage, isError } = list;
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    if (!isWanted || isFetchingNextPage) return;
    if (hasNextPage && !isError) {
      latest.current.fetchNextPage();
      return;
    }
    setWanted(false);
    // The rows must be drawn before the browser takes its picture of the page.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.print();
        onPrinting?.(false);
      }),
    );
  }, [isWanted, hasNextPage, isFetchingNextPage, isError, onPrinting]);
  const start = (): void => {
    onPrinting?.(true);
    setWanted(true);
  };
  return (
    <Button busy={isWanted} onClick={start}>
      {historyMessages.print}
    </Button>
  );
};
