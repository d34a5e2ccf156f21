import type { Rule } from '@scangate/engines/sast/rule';
import { flask } from './samples.ts';

export const pyXmlBomb: Rule = {
  id: 'py-xml-bomb',
  cwe: 'CWE-776',
  severity: 'low',
  title: 'Untrusted XML can expand without limit',
  message:
    'Untrusted XML is read by a parser that expands entities: with an old expat, a few lines can fill the memory.',
  help: 'Use defusedxml.',
  category: 'xxe',
  // These servers parse what their callers send.
  imports: ['xmlrpclib', 'SimpleXMLRPCServer', 'xmlrpc.server', 'xmlrpc.server.SimpleXMLRPCServer'],
  sinks: [
    {
      call: [
        'xml.etree.{ElementTree,cElementTree}.{fromstring,parse,XML,iterparse}',
        'xml.dom.{minidom,pulldom,expatbuilder}.{parse,parseString}',
        'xml.sax.{parse,parseString}',
        'xmltodict.parse',
      ],
    },
  ],
  positives: [
    'from xmlrpc.server import SimpleXMLRPCServer\nserver = SimpleXMLRPCServer(address)\n',
    flask('    ET.fromstring(request.data)  # HERE', 'import xml.etree.ElementTree as ET'),
    flask('    minidom.parseString(request.form["x"])  # HERE', 'from xml.dom import minidom'),
  ],
  negatives: [
    flask('    ET.fromstring(request.data)', 'import defusedxml.ElementTree as ET'),
    'import xml.etree.ElementTree as ET\nET.parse("config.xml")\n',
  ],
};
