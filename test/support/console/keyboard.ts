import { expect } from 'vitest';
import type { Page } from 'playwright-core';

/** A person without a mouse: each key reports where the focus is after it. */
export interface Keyboard {
  /** Presses keys one after another. The focus must be somewhere afterwards. */
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Presses Tab until the element with this name has the focus. */
  tabTo: (name: RegExp | string) => Promise<void>;
  /** Waits until the focus is on what has this name. @returns its role or tag, and its whole name. */
  arriveAt: (name: RegExp | string) => Promise<string>;
}

/** The focused element by its role or tag, and its name; `nothing` when the focus is lost. */
const focused = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body || one === document.documentElement) return 'nothing';
  const label = one.labels?.[0]?.innerText ?? one.getAttribute('aria-labelledby')?.split(' ')
    .map((id) => document.getElementById(id)?.innerText ?? '').join(' ');
  const name = one.getAttribute('aria-label') ?? label ?? one.innerText ?? '';
  return (one.getAttribute('role') ?? one.tagName.toLowerCase()) + ': ' + name.trim().slice(0, 200);
})()`;

const mostTabs = 80;

const matches = (at: string, name: RegExp | string): boolean =>
  typeof name === 'string' ? at.endsWith(`: ${name}`) : name.test(at);

export const keyboardOf = (page: Page): Keyboard => {
  const place = (): Promise<string> => page.evaluate<string>(focused);
  /** A focus that moves with a redraw arrives soon. */
  const isSomewhere = async (after: string): Promise<void> => {
    const options = { timeout: 5_000, interval: 10, message: `the focus after ${after}` };
    await expect.poll(place, options).not.toBe('nothing');
  };
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await isSomewhere(key);
    }
  };
  return {
    press,
    type: async (text) => {
      await page.keyboard.type(text);
      await isSomewhere(text);
    },
    tabTo: async (name) => {
      const passed: string[] = [];
      for (let tabs = 0; tabs < mostTabs; tabs++) {
        await press('Tab');
        const at = await place();
        if (matches(at, name)) return;
        passed.push(at);
      }
      throw new Error(`Tab does not lead to ${name}, but to ${passed.join('; ')}`);
    },
    arriveAt: async (name) => {
      await expect
        .poll(async () => matches(await place(), name) || (await place()), {
          timeout: 10_000,
          interval: 10,
          message: `the focus on ${name}`,
        })
        .toBe(true);
      return place();
    },
  };
};
