import type { Rule } from '@scangate/engines/sast/rule';
import { cleartextText, isCleartext } from '../cleartext.ts';

export const rbCleartextRequest: Rule = {
  id: 'rb-cleartext-request',
  ...cleartextText,
  calls: [
    {
      call: [
        '{HTTParty,RestClient,Faraday,Excon,HTTP}.{get,post,put,patch,delete,new}',
        'URI.open',
        'Faraday',
      ],
      when: ({ args: [url] }) => isCleartext(url),
    },
    { call: ['Net.FTP', 'Net.FTP.open', 'Net.Telnet'] },
  ],
  words: [...cleartextText.words, 'FTP', 'Telnet'],
  positives: [
    'HTTParty.post("http://api.example.com/pay", body: data) # HERE\n',
    'Net::FTP.open("files.example.com") { |f| f.list } # HERE\n',
  ],
  negatives: ['HTTParty.post("https://api.example.com/pay")\nHTTParty.get("http://localhost:3000/")\n'],
};
