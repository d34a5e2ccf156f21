import type { Rule } from '@scangate/engines/sast/rule';

export const jsElectronOpen: Rule = {
  id: 'js-electron-open',
  cwe: 'CWE-1188',
  severity: 'high',
  title: 'Electron pages can use Node.js',
  message:
    'Page content can use Node.js or the preload script like the application itself: an injected script controls the machine.',
  help: 'Keep nodeIntegration off, contextIsolation and webSecurity on.',
  entries: [
    {
      key: ['nodeIntegration', 'nodeIntegrationInWorker', 'allowRunningInsecureContent'],
      when: (value) => value.constant === true,
    },
    { key: ['contextIsolation', 'webSecurity'], when: (value) => value.constant === false },
  ],
  positives: [
    'new BrowserWindow({ webPreferences: { nodeIntegration: true } }); // HERE\n',
    'new BrowserWindow({ webPreferences: { nodeIntegrationInWorker: true } }); // HERE\n',
    'new BrowserWindow({ webPreferences: { allowRunningInsecureContent: true } }); // HERE\n',
  ],
  negatives: ['new BrowserWindow({ webPreferences: { nodeIntegration: false, contextIsolation: true } });\n'],
};
