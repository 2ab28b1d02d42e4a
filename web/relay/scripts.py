"""What is done within Valkey in one step, so that several relays never see half of it.

The keys of a room: ``meta`` (born, gate, maker, base, chain, next, size, tickets; given, up to where a
phone has given the log back; was and cut, what the room was before its log was cut and where), ``ids``
(sender → last id), ``log`` (a stream whose entry ``n`` has the id ``n+1-0``), ``settle`` (there while the
room takes nothing new). Every script is given these four and, first of its arguments, the channel that
tells the relays and the ``born`` of the room it means: another room of that name is not touched.
"""

from __future__ import annotations

from hashlib import sha1
from typing import Final

_HEAD: Final = """
local meta, ids, log, settle = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local channel, born = ARGV[1], ARGV[2]
local function last_for(ms)
  for _, key in ipairs({meta, ids, log}) do redis.call('PEXPIRE', key, ms) end
end
local function seed(base, chain, lasts, first)
  redis.call('DEL', ids)
  redis.call('HSET', meta, 'base', base, 'chain', chain, 'next', base, 'size', 0)
  for at = first, first + 2 * lasts - 1, 2 do redis.call('HSET', ids, ARGV[at], ARGV[at + 1]) end
end
local function add(number, sender, id, text, keeps)
  redis.call('XADD', log, string.format('%d-0', number + 1), 'e', text)
  redis.call('HSET', ids, sender, id)
  redis.call('PUBLISH', channel, 'e' .. keeps .. text)
end
local function give(number, size, first)
  for at = first, #ARGV, 3 do
    add(number, ARGV[at], ARGV[at + 1], ARGV[at + 2], '0')
    number, size = number + 1, size + #ARGV[at + 2]
  end
  redis.call('HSET', meta, 'next', number, 'size', size, 'given', number)
end
"""

_SAME: Final = """
if redis.call('HGET', meta, 'born') ~= born then return 'gone' end
"""

STATE: Final = (
    _HEAD
    + """
local now = redis.call('HMGET', meta, 'born', 'gate', 'maker', 'base', 'chain', 'given', 'was', 'cut')
if not now[1] then return {} end
local from, lasts = tonumber(ARGV[3]), {}
if now[1] ~= born or from < tonumber(now[4]) then
  from = tonumber(now[4])
  lasts = redis.call('HGETALL', ids)
end
local entries = redis.call('XRANGE', log, string.format('%d-0', from + 1), '+')
return {now[1], now[2], now[3], now[4], now[5], redis.call('PTTL', meta), from, lasts, entries,
  now[6], now[7], now[8]}
"""
)

MAKE: Final = (
    _HEAD
    + """
if redis.call('EXISTS', meta) == 1 then return 'taken' end
redis.call('DEL', ids, log, settle)
redis.call('HSET', meta, 'born', born, 'gate', ARGV[3], 'maker', ARGV[4], 'tickets', 0)
seed(ARGV[7], ARGV[8], tonumber(ARGV[9]), 10)
last_for(ARGV[5])
if tonumber(ARGV[6]) > 0 then
  redis.call('SET', settle, 1, 'PX', ARGV[6])
  redis.call('HSET', meta, 'given', ARGV[7])
end
return 'new'
"""
)

APPEND: Final = (
    _HEAD
    + _SAME
    + """
local sender, id, rest, keeps = ARGV[3], ARGV[4], ARGV[5], ARGV[7]
local last = redis.call('HGET', ids, sender)
if last and tonumber(id) <= tonumber(last) then return 'again' end
if redis.call('EXISTS', settle) == 1 then return 'settling' end
local number, size = unpack(redis.call('HMGET', meta, 'next', 'size'))
local text = '[' .. number .. ',' .. rest
if size + #text > tonumber(ARGV[6]) then return 'log-full' end
redis.call('HSET', meta, 'next', number + 1, 'size', size + #text)
add(number, sender, id, text, keeps)
last_for(keeps == '1' and ARGV[8] or redis.call('PTTL', meta))
return 'new'
"""
)

EXTEND: Final = (
    _HEAD
    + _SAME
    + """
local number, size = unpack(redis.call('HMGET', meta, 'next', 'size'))
if number ~= ARGV[3] then return 'other' end
give(tonumber(number), size, 4)
last_for(redis.call('PTTL', meta))
return 'new'
"""
)

RESTART: Final = (
    _HEAD
    + _SAME
    + """
if tonumber(ARGV[3]) <= tonumber(redis.call('HGET', meta, 'next')) then return 'other' end
seed(ARGV[3], ARGV[4], tonumber(ARGV[5]), 6)
redis.call('DEL', log)
redis.call('HSET', meta, 'given', ARGV[3])
last_for(redis.call('PTTL', meta))
redis.call('PUBLISH', channel, 'r')
return 'new'
"""
)

CUT: Final = (
    _HEAD
    + _SAME
    + """
if ARGV[5] ~= redis.call('HGET', meta, 'next') then return 'other' end
local number, lasts = tonumber(ARGV[6]), tonumber(ARGV[10])
if number == tonumber(ARGV[8]) then
  redis.call('DEL', log)
else
  for _, entry in ipairs(redis.call('XRANGE', log, string.format('%d-0', number + 1), '+')) do
    redis.call('XDEL', log, entry[1])
  end
  redis.call('XSETID', log, string.format('%d-0', number))
end
seed(ARGV[8], ARGV[9], lasts, 11)
redis.call('HSET', meta, 'born', ARGV[3], 'was', born, 'cut', number)
redis.call('PUBLISH', channel, 'r')
give(number, tonumber(ARGV[7]), 11 + 2 * lasts)
redis.call('SET', settle, 1, 'PX', math.max(1, tonumber(ARGV[4])))
last_for(redis.call('PTTL', meta))
return 'new'
"""
)

TRIM: Final = (
    _HEAD
    + _SAME
    + """
local upto, size = tonumber(ARGV[3]), tonumber(redis.call('HGET', meta, 'size'))
if upto <= tonumber(redis.call('HGET', meta, 'base')) then return 'other' end
for _, entry in ipairs(redis.call('XRANGE', log, '-', string.format('%d-0', upto))) do
  size = size - #entry[2][2]
end
redis.call('XTRIM', log, 'MINID', string.format('%d-0', upto + 1))
redis.call('HSET', meta, 'base', upto, 'chain', ARGV[4], 'size', size)
redis.call('PUBLISH', channel, 't' .. upto)
return 'new'
"""
)

ENTER: Final = (
    _HEAD
    + """
if redis.call('HGET', meta, 'born') ~= born then return 0 end
local ticket = redis.call('HINCRBY', meta, 'tickets', 1)
redis.call('PUBLISH', channel, 'a' .. ARGV[3] .. ' ' .. ARGV[4] .. ' ' .. ticket)
return ticket
"""
)

DIGESTS: Final = {
    script: sha1(script.encode()).hexdigest()
    for script in (STATE, MAKE, APPEND, EXTEND, RESTART, CUT, TRIM, ENTER)
}
