import type { Rule } from '@scangate/engines/sast/rule';

/** Matches an address other than the machine's own. */
const opensPort = (constant: unknown): boolean =>
  typeof constant === 'string' &&
  /^--(?:remote-debugging-address|inspect(?:-brk)?)=(?!localhost|127\.|\[?::1|\d{1,5}$)/.test(constant);

export const jsDebugPort: Rule = {
  id: 'js-debug-port',
  cwe: 'CWE-94',
  severity: 'medium',
  title: 'Debugger is open to the network',
  message: 'Anyone who reaches the debugger port can run code in the browser or the process.',
  help: 'Leave the address out: debuggers then only listen on 127.0.0.1.',
  words: ['debugging', 'inspect'],
  entries: [
    {
      key: ['args', 'execArgv'],
      when: ({ fields }) => [...(fields?.values() ?? [])].some(({ constant }) => opensPort(constant)),
    },
  ],
  positives: [
    "const browser = await puppeteer.launch({ args: ['--remote-debugging-address=0.0.0.0', '--headless'] }); // HERE\n",
    "const browser = await puppeteer.launch({ execArgv: ['--remote-debugging-address=0.0.0.0', '--headless'] }); // HERE\n",
  ],
  negatives: [
    "const browser = await puppeteer.launch({ args: ['--remote-debugging-address=127.0.0.1'] });\n",
    "const browser = await puppeteer.launch({ args: ['--remote-debugging-port=9222'] });\n",
  ],
};
