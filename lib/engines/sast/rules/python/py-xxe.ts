import type { Call, Rule } from '@scangate/engines/sast/rule';
import { argument, around } from './conditions.ts';
import { flask } from './samples.ts';

const opensEntities = /feature_external_(?:ges|pes)\W{1,5}(?:True|1)\b/;
const closed = /resolve_entities\s{0,5}=\s{0,5}False|defusedxml/;

export const pyXxe: Rule = {
  id: 'py-xxe',
  cwe: 'CWE-611',
  severity: 'high',
  title: 'Untrusted XML with external entities',
  message:
    'Untrusted XML is read by a parser that resolves external entities: it can read files of the server and make it send requests.',
  help: 'Use defusedxml, or lxml with XMLParser(resolve_entities=False, no_network=True), and leave external entities off.',
  category: 'xxe',
  sinks: [
    {
      call: [
        '{lxml.etree,etree}.{fromstring,parse,XML,HTML,iterparse,fromstringlist}',
        'lxml.objectify.{fromstring,parse}',
      ],
      named: ['text', 'source'],
      when: (call) => argument(call, 'resolve_entities', 9)?.constant !== false && !closed.test(around(call)),
    },
    {
      call: ['xml.{sax,dom.minidom,dom.pulldom}.{parse,parseString}', '*.parse'],
      when: (call: Call) => opensEntities.test(around(call)),
    },
  ],
  calls: [
    {
      call: ['*.XMLParser', 'XMLParser'],
      when: ({ named }) => named.get('resolve_entities')?.constant === true,
    },
  ],
  positives: [
    flask('    lxml.etree.fromstring(request.data)  # HERE', 'import lxml.etree'),
    flask(
      '    parser = xml.sax.make_parser()\n    parser.setFeature(xml.sax.handler.feature_external_ges, True)\n    xml.dom.minidom.parseString(request.form["x"], parser)  # HERE',
      'import xml.sax, xml.sax.handler, xml.dom.minidom',
    ),
    'from lxml import etree\nparser = etree.XMLParser(resolve_entities=True)  # HERE\n',
  ],
  negatives: [
    flask(
      '    parser = etree.XMLParser(resolve_entities=False)\n    etree.fromstring(request.data, parser)',
      'from lxml import etree',
    ),
    flask('    defusedxml.ElementTree.fromstring(request.data)', 'import defusedxml.ElementTree'),
    flask('    xml.dom.minidom.parseString(request.form["x"])', 'import xml.dom.minidom'),
    'from lxml import etree\netree.parse("config.xml")\n',
  ],
};
