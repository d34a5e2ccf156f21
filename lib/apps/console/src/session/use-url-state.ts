import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { readUrlState, writeUrlState, type Parameter, type UrlState } from './url-parameters.ts';

interface SetOptions {
  /** Leaves no step behind for Back, as while somebody types. */
  replace?: boolean;
}

type SetUrlState<S> = (changes: Partial<UrlState<S>>, options?: SetOptions) => void;

/**
 * Keeps filters, tab, order and selection of a page in its address, so that a link and a reload show the same.
 * The specification is declared once, outside the component.
 */
export const useUrlState = <S extends { readonly [N in keyof S]: Parameter<unknown> }>(
  spec: S,
): readonly [UrlState<S>, SetUrlState<S>] => {
  const router = useRouter();
  const search = useLocation({ select: (location) => location.searchStr });
  const declared = useRef(spec).current;
  const state = useMemo(() => readUrlState(declared, search), [declared, search]);
  const set = useCallback<SetUrlState<S>>(
    (changes, { replace } = {}) => {
      const { history } = router;
      const { pathname, search: current } = history.location;
      const address = `${pathname}${writeUrlState(declared, changes, current)}`;
      if (replace === true) history.replace(address);
      else history.push(address);
    },
    [router, declared],
  );
  return [state, set];
};
