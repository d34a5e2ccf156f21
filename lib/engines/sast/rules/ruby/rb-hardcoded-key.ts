import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isKey = (value: Value | undefined): boolean =>
  typeof value?.constant === 'string' && value.constant.length >= 4;

export const rbHardcodedKey: Rule = {
  id: 'rb-hardcoded-key',
  cwe: 'CWE-798',
  severity: 'medium',
  title: 'Key in the source code',
  message: 'Everyone who can read the code knows the key or password.',
  help: 'Read it from the environment or Rails.application.credentials.',
  calls: [
    { call: ['JWT.{encode,decode}'], when: ({ args: [, key] }) => isKey(key) },
    {
      // The argument is the passphrase of a private key.
      call: ['OpenSSL.PKey.{RSA,DSA,EC,read}', 'OpenSSL.PKey.read'],
      when: ({ args: [pem, phrase] }) => pem?.constant === undefined && isKey(phrase),
    },
    { call: ['*.{to_pem,export,private_to_pem}'], when: ({ args: [, phrase] }) => isKey(phrase) },
    { call: ['OpenSSL.HMAC.{hexdigest,digest}'], when: ({ args: [, key] }) => isKey(key) },
    { call: ['ActiveSupport.{MessageEncryptor,MessageVerifier}'], when: ({ args: [key] }) => isKey(key) },
    { call: ['http_basic_authenticate_with'], when: ({ named }) => isKey(named.get('password')) },
    { call: ['set'], when: ({ args: [name, key] }) => name?.constant === 'session_secret' && isKey(key) },
    {
      call: ['use'],
      when: ({ args: [name], named }) =>
        name?.path?.startsWith('Rack.Session') === true && isKey(named.get('secret')),
    },
    { call: ['*.session_store'], when: ({ named }) => isKey(named.get('secret')) },
  ],
  writes: [
    {
      write: ['*.{secret_key_base,secret_token}'],
      when: (value) => isKey(value) && /\d/.test(String(value.constant)),
    },
    { write: ['*.key'], when: (value, within) => isKey(value) && /Cipher/.test(within?.at.text ?? '') },
    { write: ['ActionController.Base.session'], when: ({ fields }) => isKey(fields?.get('secret')) },
  ],
  positives: [
    'token = JWT.encode(payload, "my-key-of-tokens", "HS256") # HERE\n',
    'Rails.application.config.secret_key_base = "0123456789abcdef0123456789abcdef" # HERE\n',
    'class A < ApplicationController\n  http_basic_authenticate_with name: "admin", password: "hunter22" # HERE\nend\n',
    'set :session_secret, "0123456789abcdef" # HERE\n',
    'class A\n  def a\n    OpenSSL::PKey::RSA.new(File.read("a.pem"), "open sesame") # HERE\n  end\nend\n',
    'class A\n  def a(key, cipher)\n    key.to_pem(cipher, "open sesame") # HERE\n  end\nend\n',
    'Shop::Application.config.session_store :cookie_store, key: "_shop", secret: "0123456789abcdef" # HERE\n',
    'ActionController::Base.session = { key: "_shop", secret: "0123456789abcdef" } # HERE\n',
  ],
  negatives: [
    'token = JWT.encode(payload, ENV.fetch("KEY"), "HS256")\n',
    'Rails.application.config.secret_key_base = ENV["SECRET_KEY_BASE"]\nhttp_basic_authenticate_with name: "a", password: Rails.application.credentials.password\n',
    'OpenSSL::PKey::RSA.new(File.read("a.pem"), ENV["PHRASE"])\nOpenSSL::PKey::RSA.new(2048)\n',
    'report.export("csv")\n',
    'Shop::Application.config.session_store :cookie_store, key: "_shop", secret: ENV["SECRET"]\n',
    'ActionController::Base.session = { key: "_shop", secret: ENV["SECRET"] }\n',
    'set :public_folder, "public"\n',
  ],
};
