"""Deeds: a quick property game for two to six; the first to lay three complete sets wins."""
