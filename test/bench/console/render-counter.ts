import type { Page } from 'playwright-core';

/**
 * Counts the renders of each row of a table, and of all components in it, as React reports them to its
 * developer tools: a fiber that is new in a commit and performed work. It counts in the production build.
 */
export const countRenders = `{
  const components = new Set([0, 1, 11, 14, 15]);
  const performedWork = 1;
  let before = new WeakSet();
  globalThis.renders = {};
  const rowOf = (fiber) => (fiber?.type === 'tr' ? fiber.memoizedProps['aria-rowindex'] : undefined);
  const onCommitFiberRoot = (_renderer, root) => {
    const current = new WeakSet();
    const visit = (first, row) => {
      for (let fiber = first; fiber; fiber = fiber.sibling) {
        current.add(fiber);
        const own = row ?? rowOf(fiber) ?? rowOf(fiber.child);
        const isRendered = components.has(fiber.tag) && !before.has(fiber) && (fiber.flags & performedWork) !== 0;
        if (isRendered && own > 1) globalThis.renders[own] = (globalThis.renders[own] ?? 0) + 1;
        visit(fiber.child, own);
      }
    };
    visit(root.current, undefined);
    before = current;
  };
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE() {},
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot,
  };
}`;

/** The renders since the counter was reset: of the row that changed, and of all others together. */
export interface Renders {
  changed: number;
  others: number;
}

/** Forgets all renders so far. */
export const resetRenders = (page: Page): Promise<void> => page.evaluate('void (globalThis.renders = {})');

/** Reads the renders. @param index of the changed row, from 0. */
export const rendersOf = async (page: Page, index: number): Promise<Renders> => {
  const renders = (await page.evaluate('globalThis.renders')) as Record<string, number>;
  const own = String(index + 2);
  const others = Object.entries(renders).reduce((sum, [row, count]) => sum + (row === own ? 0 : count), 0);
  return { changed: renders[own] ?? 0, others };
};
