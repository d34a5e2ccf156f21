import type { Rule } from '@scangate/engines/sast/rule';
import { cleartextText, isCleartext } from '../cleartext.ts';
import { constantName } from './conditions.ts';
import { script } from './samples.ts';

export const phpCleartextRequest: Rule = {
  id: 'php-cleartext-request',
  ...cleartextText,
  calls: [
    {
      call: ['{curl_init,wp_remote_get,wp_remote_post}', '{Http,*.Http}.{get,post,put,patch,delete}'],
      when: ({ args: [url] }) => isCleartext(url),
    },
    {
      call: ['curl_setopt'],
      when: ({ args: [, option, url] }) => constantName(option) === 'CURLOPT_URL' && isCleartext(url),
    },
    { call: ['{ftp_connect,ftp_login}'] },
  ],
  words: [...cleartextText.words, 'ftp_connect'],
  positives: [
    script('$ch = curl_init("http://api.example.com/pay"); // HERE'),
    script('$r = Http::post("http://api.example.com/pay", $data); // HERE'),
    script('$c = ftp_connect("files.example.com"); // HERE'),
  ],
  negatives: [
    script('$ch = curl_init("https://api.example.com/pay");\ncurl_init("http://localhost:8080/");'),
  ],
};
