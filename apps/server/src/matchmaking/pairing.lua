-- The matchmaking state. All its keys share one hash slot, so that each call is one script on one server.
--   :p:<account>  hash   the request by which a person waits, or the room they are in, and the position of their request
--   :e:<account>  list   the requests of a person that have ended, oldest first
--   :a:<account>  hash   whom a waiting person avoids, until when (server epoch ms; "ever")
--   :o:<account>  set    the only accounts that a waiting person may meet, if there are any
--   :q:<pool>     zset   the accounts that wait in a pool, by when they were queued
--   :counts       hash   how many wait in each pool
--   :by:<node>    set    the accounts that wait by a socket of this process
--   :rooms:<node> set    the rooms that this process owns
--   :room:<room>  hash   the process that owns a room, and its two members
--   :nodes        zset   the processes, by when their lease expires (epoch ms of this server)
--   :heartbeats   hash   the number of heartbeats of each process
local T = ARGV[1]
local function keyOf(kind, name)
  return T .. ':' .. kind .. ':' .. name
end

local function serverTime()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- What decides whom a waiting person may meet, beside those they avoid and those they want:
--   alone     from when on they may be paired with a stand-in (server epoch ms)
--   standsIn  "1" for a stand-in
--   length    the longest meeting they wish: 1 is the shortest one; absent for the minute
--   shorter   "1" if they agree to less
--   isNew     "1" for a newcomer
--   welcomes  "1" for a welcomer
--   order     for how long after they were queued welcomers are preferred for newcomers, ms; absent: not at all
local ofPeople = { 'alone', 'standsIn', 'length', 'shorter', 'isNew', 'welcomes', 'order' }

-- Whom a person may meet, from the arguments of a call: whom they avoid, whom they want, and what `ofPeople` names, or "".
local function peopleFrom(avoidJson, onlyJson, ...)
  local people = { avoid = cjson.decode(avoidJson), only = onlyJson ~= '' and cjson.decode(onlyJson) or nil }
  for i, value in ipairs({ ... }) do
    people[ofPeople[i]] = value ~= '' and value or nil
  end
  return people
end

-- A function that says whether this person may meet another, from their own side.
local function mayMeetBy(people, now)
  local wanted = nil
  if people.only then
    wanted = {}
    for _, each in ipairs(people.only) do
      wanted[each] = true
    end
  end
  return function(other)
    if wanted and not wanted[other] then
      return false
    end
    local till = people.avoid[other]
    return not till or (till ~= 'ever' and tonumber(till) <= now)
  end
end

-- Whether somebody does not stand in and has been alone for long enough to be paired with a stand-in.
local function needsStandIn(alone, standsIn, now)
  return not standsIn and alone and tonumber(alone) <= now
end

-- Whether two people can meet for the length that one of them wishes.
local function lengthsSuit(one, other)
  local longest, least = tonumber(one.length or 3), tonumber(other.length or 3)
  if longest == least then
    return true
  end
  return (longest > least and one.shorter or longest < least and other.shorter) == '1'
end

-- Whether a person who was queued then has waited for so long that only the order of the queue counts.
local function isInOrder(people, since, now)
  return not people.order or since + people.order <= now
end

-- Whether a newcomer still waits for a welcomer, which the other is not, and neither of the two has waited for long.
local function waitsForWelcomer(newcomer, since, other, otherSince, now)
  return newcomer.isNew and not other.welcomes and not isInOrder(newcomer, since, now) and not isInOrder(other, otherSince, now)
end

-- Whether the lease of a process has not expired.
local function isAlive(node, time)
  local lease = redis.call('ZSCORE', T .. ':nodes', node)
  return lease and tonumber(lease) > time
end

-- A function that returns what is known of another who waits, if they may meet this person; otherwise nil. Nobody waits by a process
-- without a valid lease.
local function suitedTo(account, people, since, now)
  local time, wants = serverTime(), mayMeetBy(people, now)
  return function(other)
    if other == account or not wants(other) then
      return nil
    end
    local waits = redis.call('HMGET', keyOf('p', other), 'node', 'since', 'click', 'choosy', 'passed', unpack(ofPeople))
    if not waits[1] or not isAlive(waits[1], time) then
      return nil
    end
    local theirs = { since = tonumber(waits[2]), click = waits[3], isPassed = waits[5] == waits[3] }
    for i, name in ipairs(ofPeople) do
      theirs[name] = waits[5 + i] or nil
    end
    if waits[4] and redis.call('SISMEMBER', keyOf('o', other), account) == 0 then
      return nil
    end
    if people.standsIn and not needsStandIn(theirs.alone, theirs.standsIn, now) then
      return nil
    end
    if theirs.standsIn and not needsStandIn(people.alone, people.standsIn, now) then
      return nil
    end
    if not lengthsSuit(people, theirs) then
      return nil
    end
    if waitsForWelcomer(people, since, theirs, theirs.since, now) or waitsForWelcomer(theirs, theirs.since, people, since, now) then
      return nil
    end
    local till = redis.call('HGET', keyOf('a', other), account)
    return (not till or (till ~= 'ever' and tonumber(till) <= now)) and theirs or nil
  end
end

-- The account with which this person is paired: the one that has waited longest of those that may be, or for a welcomer the newcomer that
-- has, if all who have waited longer can be passed over. Returns those as well, each with its request.
local function partner(account, pool, people, since, now)
  local suited, only = suitedTo(account, people, tonumber(since), now), people.only
  local queue = keyOf('q', pool)
  if only then
    local found, earliest = nil, nil
    for _, other in ipairs(only) do
      local waits = redis.call('ZSCORE', queue, other)
      if waits and (not earliest or tonumber(waits) < earliest) and suited(other) then
        found, earliest = other, tonumber(waits)
      end
    end
    return found, {}
  end
  local from, eldest, passedOver = 0, nil, {}
  while true do
    local page = redis.call('ZRANGE', queue, from, from + 63)
    for _, other in ipairs(page) do
      local theirs = suited(other)
      if theirs then
        if theirs.isNew or not people.welcomes then
          return other, passedOver
        end
        eldest = eldest or other
        if isInOrder(theirs, theirs.since, now) or theirs.isPassed then
          return eldest, {}
        end
        passedOver[other] = theirs.click
      end
    end
    if #page < 64 then
      return eldest, {}
    end
    from = from + 64
  end
end
