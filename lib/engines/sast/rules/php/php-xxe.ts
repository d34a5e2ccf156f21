import type { Rule } from '@scangate/engines/sast/rule';
import { isOff, isOn } from './conditions.ts';
import { script } from './samples.ts';

export const phpXxe: Rule = {
  id: 'php-xxe',
  cwe: 'CWE-611',
  severity: 'high',
  title: 'XML parser resolves external entities',
  message:
    'The parser replaces entities with files and URLs that the document names, so its sender can read them.',
  help: 'Do not use LIBXML_NOENT and LIBXML_DTDLOAD.',
  calls: [
    {
      call: [
        '*.{loadXML,load,loadHTML,XML,open}',
        '{simplexml_load_string,simplexml_load_file,SimpleXMLElement,DOMDocument}',
      ],
      when: ({ written }) =>
        written.some(({ at }) => /^[\w\s|]*LIBXML_(?:NOENT|DTDLOAD)/.test(at.text.slice(0, 200))),
    },
    { call: ['libxml_disable_entity_loader'], when: ({ args: [off] }) => isOff(off) },
    {
      call: ['*.setParserProperty'],
      when: ({ args: [what, on], written: [name] }) =>
        isOn(on) && what !== undefined && /SUBST_ENTITIES|LOADDTD/.test(name?.at.text ?? ''),
    },
  ],
  writes: [{ write: ['*.{substituteEntities,resolveExternals}'], when: (value) => value.constant === true }],
  positives: [
    script('$d = new DOMDocument();\n$d->loadXML($xml, LIBXML_NOENT | LIBXML_DTDLOAD); // HERE'),
    script('$x = simplexml_load_string($xml, "SimpleXMLElement", LIBXML_NOENT); // HERE'),
    script('$d = new DOMDocument();\n$d->substituteEntities = true; // HERE'),
    script('libxml_disable_entity_loader(false); // HERE'),
  ],
  negatives: [
    script('$d = new DOMDocument();\n$d->loadXML($xml, LIBXML_NONET);'),
    script('$x = simplexml_load_string($xml);\nlibxml_disable_entity_loader(true);'),
  ],
};
