const fields =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"]';

/** Whether a key belongs to a field or an overlay, and not to the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null;

/** Moves to the search field of the page, if it has one. */
export const focusSearch = (): void => document.querySelector<HTMLElement>('[data-search]')?.focus();

/** Moves to the first link or button of the next or previous row of a table. */
export const focusRow = (step: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr[aria-rowindex]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at < 0 ? 0 : at + step];
  next?.querySelector<HTMLElement>('a[href], button')?.focus();
};
