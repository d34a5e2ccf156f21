import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { method } from './samples.ts';

const hardened =
  /disallow-doctype-decl|FEATURE_SECURE_PROCESSING|ACCESS_EXTERNAL_DTD|external-general-entities|SUPPORT_DTD|IS_SUPPORTING_EXTERNAL_ENTITIES|javax\.xml\.stream\.(?:supportDTD|isSupportingExternalEntities)|setExpandEntityReferences\(false\)|setEntityResolver|setXMLResolver/;
const reads =
  /\.parse\(|newDocumentBuilder|newSAXParser|\.read\(|\.build\(|createXML|\.unmarshal\(|getXMLReader/;

export const javaXxe: Rule = {
  id: 'java-xxe',
  cwe: 'CWE-611',
  severity: 'high',
  title: 'XML parser follows external entities',
  message:
    'Java XML parsers resolve entities and DTDs by default: a document can read files and contact hosts.',
  help: 'Disable DTDs: setFeature("http://apache.org/xml/features/disallow-doctype-decl", true), or for StAX set SUPPORT_DTD to false.',
  category: 'xxe',
  sinks: [{ call: ['DocumentHelper.parseText'] }],
  calls: [
    {
      call: ['*.{setFeature,setProperty}'],
      when: ({ args: [feature, value] }) =>
        (String(feature?.constant).endsWith('disallow-doctype-decl') && value?.constant === false) ||
        (/external-(?:general|parameter)-entities$|isSupportingExternalEntities$|(?:^|\.)(?:IS_SUPPORTING_EXTERNAL_ENTITIES|SUPPORT_DTD)$/.test(
          String(feature?.constant ?? feature?.path),
        ) &&
          value?.constant === true),
    },
    {
      call: [
        '{DocumentBuilderFactory,SAXParserFactory,XMLInputFactory}.{newInstance,newFactory,newDefaultInstance}',
        'XMLReaderFactory.createXMLReader',
        'SAXReader',
        'SAXBuilder',
        'Digester',
      ],
      when: (call) => {
        const text = around(call);
        // A builder that only creates documents reads none.
        return (
          !hardened.test(text) &&
          reads.test(text) &&
          !(text.includes('.newDocument()') && !text.includes('.parse('))
        );
      },
    },
  ],
  positives: [
    method(
      `    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance(); // HERE
    factory.newDocumentBuilder().parse(in);`,
      'InputStream in',
    ),
    method(
      `    XMLInputFactory factory = XMLInputFactory.newInstance(); // HERE
    factory.createXMLStreamReader(in);`,
      'InputStream in',
    ),
    method('    new SAXReader().read(in); // HERE', 'InputStream in'),
    method(
      '    factory.setFeature("http://xml.org/sax/features/external-general-entities", true); // HERE',
      'SAXParserFactory factory',
    ),
  ],
  negatives: [
    method(
      '    factory.setFeature("http://xml.org/sax/features/external-general-entities", false);',
      'SAXParserFactory factory',
    ),
    method(
      `    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    factory.newDocumentBuilder().parse(in);`,
      'InputStream in',
    ),
    method(
      `    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.createXMLStreamReader(in);`,
      'InputStream in',
    ),
    method('    Document d = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();'),
  ],
};

export const javaXmlFactory: Rule = {
  id: 'java-xml-factory',
  cwe: 'CWE-611',
  severity: 'medium',
  confidence: 'low',
  title: 'XML factory with insecure defaults',
  message: 'Unless configured elsewhere, the factory resolves entities and DTDs: a document can read files.',
  help: 'Disable them where the factory is created: setProperty(XMLInputFactory.SUPPORT_DTD, false).',
  supersededBy: ['java-xxe'],
  calls: [
    {
      call: ['XMLInputFactory.{newInstance,newFactory,newDefaultFactory}'],
      when: (call) => !hardened.test(around(call)),
    },
  ],
  positives: [
    method('    XMLInputFactory factory = XMLInputFactory.newFactory(); // HERE\n    use(factory);'),
  ],
  negatives: [
    method(
      '    XMLInputFactory factory = XMLInputFactory.newFactory();\n    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);',
    ),
  ],
};
