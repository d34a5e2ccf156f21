import type { Rule } from '@scangate/engines/sast/rule';
import { constantName, isOff, isOn } from './conditions.ts';
import { script } from './samples.ts';

export const phpTlsUnverified: Rule = {
  id: 'php-tls-unverified',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'Certificate is not verified',
  message:
    'Without verification anyone on the network path can pose as the server, and read and change what is sent.',
  help: 'Leave verification on; trust a private authority with CURLOPT_CAINFO or the option verify.',
  calls: [
    {
      call: ['curl_setopt'],
      when: ({ args: [, option, value] }) =>
        /CURLOPT_SSL_VERIFY(?:PEER|HOST)$/.test(constantName(option)) && isOff(value),
    },
    { call: ['*.withoutVerifying'] },
  ],
  entries: [
    {
      key: ['verify_peer', 'verify_peer_name', 'verify_host'],
      when: ({ constant }) => constant === false || constant === 0,
    },
    {
      key: ['verify'],
      when: ({ constant }, { callee, record }) =>
        constant === false && (record !== undefined || callee.length > 0),
    },
    { key: ['allow_self_signed'], when: isOn },
    { key: ['sslverify'], when: ({ constant }) => constant === false },
  ],
  positives: [
    script('curl_setopt($ch, CURLOPT_SSL_VERIFYPEER, false); // HERE'),
    script('curl_setopt($ch, CURLOPT_SSL_VERIFYHOST, 0); // HERE'),
    script('$client = new Client(["verify" => false]); // HERE'),
    script('$r = Http::withoutVerifying()->get($url); // HERE'),
    script('$c = stream_context_create(["ssl" => [\n  "verify_peer" => false, // HERE\n]]);'),
    '<?php\n$client = new Client(["verify_peer_name" => false]); // HERE\n',
    '<?php\n$client = new Client(["verify_host" => false]); // HERE\n',
    '<?php\n$client = new Client(["sslverify" => false]); // HERE\n',
  ],
  negatives: [
    script('curl_setopt($ch, CURLOPT_SSL_VERIFYPEER, true);\ncurl_setopt($ch, CURLOPT_SSL_VERIFYHOST, 2);'),
    script('$client = new Client(["verify" => "/etc/ca.pem", "timeout" => 5]);'),
  ],
};
