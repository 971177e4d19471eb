package main

import _ "embed"

// serviceName is the unit of systemd by which a league is served.
const serviceName = "arena-league@.service"

//go:embed arena-league@.service
var serviceText []byte

// service is that unit where Debian has those of packages: /lib is only a link to it since Debian 12.
func service() file { return file{name: "usr/lib/systemd/system/" + serviceName, data: serviceText} }
