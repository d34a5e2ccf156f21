import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbXxe: Rule = {
  id: 'rb-xxe',
  cwe: 'CWE-611',
  severity: 'high',
  title: 'XML parser resolves external entities',
  message:
    'The parser replaces entities with files and URLs that the document names, so its sender can read them.',
  help: 'Do not use noent and dtdload, and keep nonet.',
  calls: [
    { call: ['*.{noent,dtdload}'], when: ({ args, within }) => args.length === 0 && within !== undefined },
    {
      call: [
        '{Nokogiri.XML,Nokogiri.HTML}',
        'Nokogiri.XML.{parse,Document,Reader}',
        '*.Document.parse',
        'LibXML.XML.Parser.string',
      ],
      when: ({ written }) =>
        written.slice(1).some(({ at }) => /^[^{]{0,100}\b(?:NOENT|DTDLOAD)\b/.test(at.text.slice(0, 200))),
    },
  ],
  writes: [
    {
      write: ['LibXML.XML.default_substitute_entities', '*.default_substitute_entities'],
      when: ({ constant }) => constant === true,
    },
  ],
  positives: [
    action('doc = Nokogiri::XML(params[:xml]) { |config| config.noent } # HERE'),
    action('Nokogiri::XML(xml, nil, nil, Nokogiri::XML::ParseOptions::NOENT) # HERE'),
  ],
  negatives: [
    action('doc = Nokogiri::XML(params[:xml])\nNokogiri::XML(params[:xml]) { |config| config.strict.nonet }'),
  ],
};
