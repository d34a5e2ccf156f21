import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { method } from './samples.ts';

const resolves = ({ path, type }: Value): boolean => /XmlUrlResolver/.test(`${path ?? ''} ${type ?? ''}`);
const parses = ({ path }: Value): boolean => path === 'DtdProcessing.Parse';

export const csXxe: Rule = {
  id: 'cs-xxe',
  cwe: 'CWE-611',
  severity: 'high',
  title: 'XML parser follows external entities',
  message: 'With DTDs and a resolver enabled, a document can read files and contact hosts.',
  help: 'Leave DtdProcessing at Prohibit and XmlResolver at null.',
  words: ['XmlResolver', 'DtdProcessing', 'ProhibitDtd'],
  writes: [
    { write: ['*.XmlResolver'], when: resolves },
    { write: ['*.DtdProcessing'], when: parses },
    { write: ['*.ProhibitDtd'], when: ({ constant }) => constant === false },
  ],
  entries: [
    { key: ['XmlResolver'], when: resolves },
    { key: ['DtdProcessing'], when: parses },
    { key: ['ProhibitDtd'], when: ({ constant }) => constant === false },
  ],
  positives: [
    method('        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse }; // HERE'),
    method('        document.XmlResolver = new XmlUrlResolver(); // HERE', 'XmlDocument document'),
    method('        reader.ProhibitDtd = false; // HERE', 'XmlTextReader reader'),
  ],
  negatives: [
    method('        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit };'),
    method('        document.XmlResolver = null;', 'XmlDocument document'),
    method('        new XmlReaderSettings { XmlResolver = null };'),
  ],
};
