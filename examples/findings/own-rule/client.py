import acme


def connect(host):
    return acme.connect(host, verify=False)
