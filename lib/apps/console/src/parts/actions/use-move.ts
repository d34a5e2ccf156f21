import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { basePath } from './page-href.ts';

interface Move {
  /** The address of a path below `/console`. */
  hrefOf: (path: string) => string;
  /** Moves within the page, unless somebody asks for a new tab or window. */
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** Moves to a path below `/console`. */
  moveTo: (path: string) => void;
}

const asksForTab = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Moves between the pages of the console without loading it again. */
export const useMove = (): Move => {
  const { history } = useRouter();
  return {
    hrefOf: (path) => `${basePath}${path}`,
    onClick: (event) => {
      if (event.defaultPrevented || asksForTab(event)) return;
      event.preventDefault();
      history.push(event.currentTarget.getAttribute('href') ?? basePath);
    },
    moveTo: (path) => history.push(`${basePath}${path}`),
  };
};
